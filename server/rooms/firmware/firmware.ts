import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { firmwareErrors as errors } from '@belvedere/contract/rooms/firmware/errors.ts'
import { firmwareCalls } from '@belvedere/contract/rooms/firmware/firmware.ts'
import { createHash } from 'node:crypto'
import { captureSnapshots } from '../../engines/deleted-snapshot/snapshot-store.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { firstSceneOf } from '../scene/api.ts'
import { addImage } from './add-image.ts'
import { libraryChanged } from './api.ts'
import { campaignsUsing } from './campaign/store.ts'
import { checkDevices } from './check.ts'
import { rowOf } from './describe.ts'
import { readKey } from './image/signature.ts'
import { missingOf } from './rules.ts'
import * as store from './store.ts'

export const calls = implement(firmwareCalls, {
  async list(ctx, input) {
    const [{ total, list }, kinds] = await Promise.all([
      store.listFirmware(ctx, input),
      store.countKinds(ctx, undefined),
    ])
    return { total, list: list.map((one) => rowOf(one, kinds)) }
  },

  async add(ctx, input) {
    const upload = ctx.uploads.find(({ field }) => field === 'file')
    if (!upload) throw refuse(errors.noFile)
    const made = await get(ctx, await addImage(ctx, upload, input))
    ctx.audit({ object: `firmware:${made.id}`, name: nameOf(made), after: auditFieldsOf(made) })
    await notifyTeam(ctx)
    return { firmware: rowOf(made, await store.countKinds(ctx, undefined)), missing: missingOf(made) }
  },

  async change(ctx, { id, rev, ...to }) {
    const [before] = await store.holdFirmware(ctx, [id])
    if (!before) throw refuse(commonErrors.notFound)
    if (before.team_id === null) throw refuse(errors.builtIn)
    if (rev !== undefined && rev !== before.rev)
      throw refuse(commonErrors.changedMeanwhile, { by: before.changed_by }, { current: before })
    await store.changeFirmware(ctx, id, to, ctx.session?.name ?? '', ctx.now())
    const after = await get(ctx, id)
    ctx.audit({
      object: `firmware:${id}`,
      name: nameOf(after),
      before: auditFieldsOf(before),
      after: auditFieldsOf(after),
    })
    await notifyTeam(ctx)
    return { firmware: rowOf(after, await store.countKinds(ctx, undefined)) }
  },

  async remove(ctx, { ids }) {
    const held = await store.holdFirmware(ctx, ids)
    const used = await campaignsUsing(ctx, ids)
    const reasonOf = (one: store.Firmware) =>
      one.team_id === null
        ? errors.builtIn[ctx.lang]
        : used.get(one.id) && errors.inUse[ctx.lang].replace('{name}', used.get(one.id) ?? '')
    const gone = held.filter((one) => !reasonOf(one))
    await store.deleteFirmware(
      ctx,
      gone.map(({ id }) => id),
    )
    for (const one of gone) ctx.audit({ object: `firmware:${one.id}`, name: nameOf(one), before: auditFieldsOf(one) })
    await notifyTeam(ctx)
    ctx.afterwards(() => dropFiles(ctx, gone))
    return batchOf(ctx, ids, held, reasonOf)
  },

  check: (ctx, input) => checkDevices(ctx, input),

  async download(ctx, { id }) {
    const { file, filename } = await get(ctx, id)
    if (!(await ctx.system.files.has(file))) throw refuse(commonErrors.notFound)
    return { filename, mime: 'application/octet-stream', body: ctx.system.files.stream(file) }
  },

  async keys(ctx) {
    const digest = (key: Buffer) => createHash('sha256').update(key).digest('hex').slice(0, 16)
    return { list: (await store.listKeys(ctx)).map(({ key, ...one }) => ({ ...one, digest: digest(key) })) }
  },

  async trust(ctx, { name, key: text }) {
    const key = readKey(text)
    if (!key) throw refuse(errors.badKey, undefined, { fields: { key: errors.badKey[ctx.lang] } })
    const id = await store.insertKey(ctx, { name: name.trim(), key, by: ctx.session?.name ?? '', at: ctx.now() })
    if (!id) throw refuse(errors.keyTaken)
    ctx.audit({ object: `firmware_key:${id}`, name, after: { name } })
    await notifyTeam(ctx)
    return { id }
  },

  async distrust(ctx, { id }) {
    const snapshot = (await captureSnapshots(ctx.db, 'firmware_key', [id])).get(id)
    const gone = await store.deleteKey(ctx, id)
    if (!gone) throw refuse(commonErrors.notFound)
    ctx.audit({ object: `firmware_key:${id}`, name: gone.name, before: gone, snapshot })
    await notifyTeam(ctx)
    return {}
  },
})

async function get(ctx: Ctx, id: number): Promise<store.Firmware> {
  const found = await store.findFirmware(ctx, id)
  if (!found) throw refuse(commonErrors.notFound)
  return found
}

export async function notifyTeam(ctx: Ctx): Promise<void> {
  const scene_id = await firstSceneOf(ctx, { uid: ctx.uid, team_id: ctx.access.team_id })
  ctx.emit(libraryChanged, { scene_id, uid: ctx.uid })
}

const nameOf = ({ version, filename }: store.Firmware) => version || filename

/** The fields of an image in the operation log. */
export const auditFieldsOf = ({
  vendor,
  models,
  version,
  min_version,
  channel,
  notes_zh,
  notes_en,
  filename,
  signed_by,
}: store.Firmware) => ({
  vendor,
  models,
  version,
  min_version,
  channel,
  notes_zh,
  notes_en,
  filename,
  signed_by,
})

function batchOf(
  { lang }: Ctx,
  ids: readonly number[],
  held: readonly store.Firmware[],
  reasonOf: (one: store.Firmware) => string | undefined,
) {
  const wanted = [...new Set(ids)]
  const rejected = wanted.flatMap((id) => {
    const one = held.find((row) => row.id === id)
    const reason = one ? reasonOf(one) : commonErrors.notFound[lang]
    return reason ? [{ id, name: one ? nameOf(one) : String(id), reason }] : []
  })
  return { total_cnt: wanted.length, err_cnt: rejected.length, ...(rejected.length > 0 ? { rejected } : {}) }
}

async function dropFiles({ system }: Ctx, gone: readonly store.Firmware[]): Promise<void> {
  const files = await store.unnamedFiles(
    system,
    gone.map(({ file }) => file),
  )
  for (const file of files) await system.files.remove(file)
}
