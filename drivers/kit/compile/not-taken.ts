import type { IntentKind } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import { getKind } from '@belvedere/contract/kit/intent/kinds.ts'
import type { Words } from '@belvedere/contract/kit/text.ts'

/** Why an intent is left out by a family that takes none of its kind. */
export function notTaken(kind: IntentKind): Words {
  const { zh, en } = getKind(kind).words
  return { zh: `此类设备不支持设置${zh}`, en: `${en}: devices of this family do not take it` }
}
