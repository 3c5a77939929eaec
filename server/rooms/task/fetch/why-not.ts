import type { Lang } from '@belvedere/contract/kit/text.ts'
import { wayObstacle } from '@belvedere/contract/rooms/firmware/enums.ts'
import type { TransferObstacle } from './way-rules.ts'

/** Obstacles as one sentence. */
export const whyNot = (why: readonly TransferObstacle[], lang: Lang): string =>
  why.map((one) => wayObstacle.label(one, lang)).join(lang === 'zh' ? '；' : '; ')
