import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { deviceErrors as errors } from '@belvedere/contract/rooms/device/errors.ts'
import { keyCalls } from '@belvedere/contract/rooms/device/key.ts'
import { deviceSceneChanged } from '../../devices/device-link.ts'
import { type Ctx, implement, type System } from '../../kernel/implement.ts'
import { defineJob } from '../../base/jobs/job.ts'
import { refuse } from '../../kernel/refuse.ts'
import { defineUndo } from '../../engines/undo/define-undo.ts'
import {
  bindChange,
  type ChangeRow,
  findKey,
  purgeKeyChanges,
  purgeRevoked,
  holdChange,
  listChanges,
  listChangesOf,
  revokeChange,
} from './key/store.ts'

/** Maximum number of changes in one answer. */
const TOLD = 100
/** Seconds for which a rejected key without a certificate is blocked: the maximum lifetime of a certificate for it. */
const BLOCKED = 3650 * 86_400
/** Seconds after which an undecided change is removed. */
const KEPT = 90 * 86_400

export const calls = implement(keyCalls, {
  async get(ctx, { id }) {
    const key = await findKey(ctx, id)
    if (!key) throw refuse(commonErrors.notFound)
    return { ...key, changes: (await listChangesOf(ctx, id)).map(shown) }
  },

  async changes(ctx, { scene_id }) {
    const { total, list } = await listChanges(ctx, scene_id, TOLD)
    return { total, list: list.map(shown) }
  },

  async accept(ctx, { id, fingerprint }) {
    const change = await held(ctx, id, fingerprint)
    await bindChange(ctx, change, { by: ctx.session?.name ?? '', at: ctx.now() })
    note(ctx, change, fingerprint)
    // the current connection uses the former key; the device reconnects and is identified again
    ctx.emit(deviceSceneChanged, { device_id: id, scene_id: change.scene_id, from: change.scene_id, gone: true })
    return {}
  },

  async reject(ctx, { id, fingerprint }) {
    const change = await held(ctx, id, fingerprint)
    await revokeChange(ctx, change, { at: ctx.now(), until: Math.max(change.ends_at, ctx.now() + BLOCKED) })
    note(ctx, change, change.bound)
    ctx.emit(deviceSceneChanged, { device_id: id, scene_id: change.scene_id, from: change.scene_id })
    return {}
  },
})

async function held(ctx: Ctx, id: number, fingerprint: string): Promise<ChangeRow> {
  const change = await holdChange(ctx, id, fingerprint)
  if (!change) throw refuse(errors.noKeyChange)
  return change
}

function note(ctx: Ctx, { device_id, sn, name, scene_id, bound, fingerprint }: ChangeRow, key: string): void {
  const after = key === fingerprint ? { key } : { key, rejected: fingerprint }
  ctx.audit({ object: `device:${device_id}`, name: name || sn, scene_id, before: { key: bound }, after })
}

const shown = ({ ends_at: _, ...row }: ChangeRow) => row

/** A decision about keys has no undo: the device page offers both decisions. */
const never = {
  zh: '对密钥的处理不能撤销：可在设备的密钥页改用另一把密钥',
  en: 'A decision about keys cannot be undone; accept the other key on the page of the device',
}
export const undo = defineUndo(keyCalls, { accept: never, reject: never })

export const purge = defineJob<unknown, System>({
  name: 'device.forget-keys',
  every: '50 3 * * *',
  async run(_, { db, now }) {
    await purgeRevoked(db, now())
    await purgeKeyChanges(db, now() - KEPT)
  },
})
