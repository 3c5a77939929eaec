import type { Lang } from '@belvedere/contract/kit/text.ts'
import { transferObstacle } from '@belvedere/contract/rooms/firmware/enums.ts'
import type { TransferObstacle } from './transfer-rules.ts'

/** Obstacles as one sentence. */
export const whyNot = (why: readonly TransferObstacle[], lang: Lang): string =>
  why.map((one) => transferObstacle.label(one, lang)).join(lang === 'zh' ? '；' : '; ')
