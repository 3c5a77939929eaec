import type { IntentKind } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import { getKind } from '@belvedere/contract/kit/intent/kinds.ts'
import type { Words } from '@belvedere/contract/kit/text.ts'

/** The reason for leaving out an intent of a kind that the family does not support. */
export function notTaken(kind: IntentKind): Words {
  const { zh, en } = getKind(kind).words
  return { zh: `此类设备不支持设置${zh}`, en: `${en}: devices of this family do not take it` }
}
