import type { Edit } from '@belvedere/contract/rooms/intent/shapes.ts'
import { discoverDrivers } from '../../devices/discover-drivers.ts'
import type { IntentCtx } from './compile-devices.ts'
import { devicesOf } from './store.ts'

/**
 * Intents of devices, for the room that changes them.
 *
 * An `Edit` (contract/rooms/intent/shapes.ts) is `{level, target_id, kind, key, set, removed?, rev?}`: `set` contains all
 * fields of the resulting row, null removes the row; a secret that is `true` stays unchanged.
 *
 * 1. `checkEdits` on a person's input, then store `sealEdits(…)`; display `hideEdits(…)`.
 * 2. `devicesTouched` by edits, `compileDevices` with them: each device's document, whether it `changed` from the one that
 *    was sent last (`before`), refusals. `diffDocuments(before, document)` for a single device.
 *    `insertHolds` reserves the devices for the set: they are displayed as pending, and no other set may reserve them until
 *    `deleteHolds`.
 * 3. `saveRevisions`, then `revisionsToSend` returns the arguments of the verb `configure`; `settle` stores the result. To
 *    roll a device back, store `before` as a revision of source `back` and send that.
 * 4. When the set is done: `commitEdits` in one transaction with the end of the set; audit its `notes`, emit `intentChanged`.
 *    Its `inverse` are the edits that undo it.
 *
 * An `IntentCtx` is a call's `ctx`, or in a job `{ db, access: system.access, system }`.
 */
export { type IntentCtx, type CompiledDevice, compileDevices } from './compile-devices.ts'
export { devicesStrayed, intentChanged } from './changed.events.ts'
export { deleteHolds, editionOfBases, deleteConfigs, insertHolds } from './config-store.ts'
export { diffDocuments } from './diff-documents.ts'
export { checkEdits, commitEdits, hideEdits, sealEdits } from './edits.ts'
export { deleteConfig } from './delete-config.ts'
export { saveImported } from './save-imported.ts'
export { holdIntents, type IntentRow } from './store.ts'
export { dropPolicies, listToResend, noteResent, type ToResend } from './policy-store.ts'
export { sendableFormer } from './former.ts'
export { reportingOf, tellsWithin } from './reporting.ts'
export { resendEdits } from './resend.ts'
export { restoreEdits } from './restore-revision.ts'
export {
  saveRevisions,
  markPending,
  revisionsToSend,
  type RevisionToSend,
  settle,
  settleUnneeded,
  intentsOfRemarks,
} from './revisions.ts'
export { whatRuns } from './what-runs.ts'

/**
 * Devices that the caller may change within the scope of the edits, ordered by id. An intent of a scene or a group
 * applies to the devices whose family supports such settings: a network does not apply to a switch.
 */
export async function devicesTouched(at: IntentCtx, edits: readonly Edit[]): Promise<number[]> {
  const [devices, drivers] = await Promise.all([devicesOf(at, edits), discoverDrivers()])
  const taken = new Map(drivers.map(({ family, kinds }) => [family, kinds ?? []]))
  const wanted = new Map<string, Set<Edit['kind']>>()
  for (const { level, target_id, kind } of edits) {
    const kinds = wanted.get(`${level} ${target_id}`)
    if (kinds) kinds.add(kind)
    else wanted.set(`${level} ${target_id}`, new Set([kind]))
  }
  const bears = ({ id, scene_id, group_id, family }: (typeof devices)[number]) => {
    if (wanted.has(`2 ${id}`)) return true
    const kinds = [...(wanted.get(`0 ${scene_id}`) ?? []), ...(wanted.get(`1 ${group_id}`) ?? [])]
    return kinds.some((kind) => taken.get(family)?.includes(kind))
  }
  return devices.filter(bears).map(({ id }) => id)
}
