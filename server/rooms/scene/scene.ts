import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import type { In } from '@belvedere/contract/kit/define-calls.ts'
import { sceneErrors as errors } from '@belvedere/contract/rooms/scene/errors.ts'
import { sceneCalls } from '@belvedere/contract/rooms/scene/scene.ts'
import { captureSnapshots } from '../../engines/deleted-snapshot/snapshot-store.ts'
import { discoverCleanup } from '../../kernel/discovery/discover.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { invalidateSessions, uidsOfTeam } from '../account/api.ts'
import { foundScene, sceneAdded, sceneChanged, sceneRemoved } from './api.ts'
import { countsOf, withCounts } from './counts.ts'
import { type CoordinateInput, type Holding, inWgs84, isHalf, mayRemove, type ScenePlace, wrongPlace } from './rules.ts'
import {
  changeScene,
  countAttached,
  guestsOf,
  hasDevice,
  holdScene,
  listOptions,
  listScenes,
  removeScene,
  type SceneDetailRow,
  type SceneUndoState,
} from './store.ts'

/** Data of a scene that is not restored with it: recomputed counts, and short-lived permissions. */
const momentary = ['device_count', 'device_enrol_token']

export const calls = implement(sceneCalls, {
  async list(ctx, input) {
    const { total, list } = await listScenes(ctx, input)
    return { total, list: await withCounts(ctx, list) }
  },
  async add(ctx, { name, ...details }) {
    const now = ctx.now()
    const { team_id } = ctx.access
    requirePlace(ctx, { lat: null, lng: null, time_zone: 'Asia/Shanghai', ...details })
    const one = { ...given(ctx, details), name: name.trim() }
    const id = await foundScene(ctx, { ...one, team_id, by: nameOf(ctx), now })
    if (id === undefined) throw refuseTaken(ctx, one.name)
    ctx.audit({ object: `scene:${id}`, name: one.name, scene_id: id, after: one })
    await invalidateAfterCommit(ctx, team_id)
    ctx.emit(sceneAdded, { scene_id: id, team_id, name: one.name })
    return { id, rev: 1 }
  },
  async change(ctx, { id, rev, ...input }) {
    const before = await requireScene(ctx, id)
    if (before.rev !== rev) {
      throw refuse(
        commonErrors.changedMeanwhile,
        { by: before.changed_by },
        { current: (await withCounts(ctx, [before]))[0] },
      )
    }
    const after = { ...stateOf(before), ...given(ctx, input), name: input.name?.trim() ?? before.name }
    requirePlace(ctx, after)
    if (input.main_device_id) await requireOwnDevice(ctx, id, input.main_device_id)
    if (!(await changeScene(ctx, id, after, nameOf(ctx), ctx.now()))) throw refuseTaken(ctx, after.name)
    ctx.audit({ object: `scene:${id}`, name: after.name, scene_id: id, before: stateOf(before), after })
    ctx.emit(sceneChanged, { scene_id: id, team_id: before.team_id, name: after.name })
    return { rev: rev + 1 }
  },
  async remove(ctx, { id, ...input }) {
    const scene = await requireScene(ctx, id)
    await requireRemovable(ctx, scene, input)
    const guests = await guestsOf(ctx, id)
    await (await discoverCleanup('scene')).run(ctx, [id])
    const snapshot = (await captureSnapshots(ctx.db, 'scene', [id], momentary)).get(id)
    await removeScene(ctx, id)
    ctx.audit({ object: `scene:${id}`, name: scene.name, scene_id: id, before: stateOf(scene), snapshot })
    // first the event, while browsers may still receive events of the scene, then their rights
    ctx.emit(sceneRemoved, { scene_id: id, team_id: scene.team_id, name: scene.name })
    await invalidateAfterCommit(ctx, scene.team_id, guests)
    return {}
  },
  async option(ctx, input) {
    return { list: await listOptions(ctx, input) }
  },
})

const nameOf = ({ session }: Ctx) => session?.name ?? ''

export const stateOf = (scene: SceneDetailRow): SceneUndoState => {
  const { name, province, city, address, lat, lng, industry, remark, time_zone, main_device_id } = scene
  return { name, province, city, address, lat, lng, industry, remark, time_zone, main_device_id }
}

/** The scene, locked for a change; refuses foreign and read-only ones. */
async function requireScene(ctx: Ctx, id: number): Promise<SceneDetailRow> {
  ctx.access.enter(id, 'write')
  const scene = await holdScene(ctx, id)
  if (!scene) throw refuse(commonErrors.notFound)
  return scene
}

/** The input in WGS-84. */
function given<G extends CoordinateInput>({ lang }: Ctx, input: G): Omit<G, 'crs'> {
  if (!isHalf(input)) return inWgs84(input)
  const field = input.lat === undefined ? 'lat' : 'lng'
  throw refuse(errors.halfPlace, {}, { fields: { [field]: errors.halfPlace[lang] } })
}

function requirePlace({ lang }: Ctx, place: ScenePlace): void {
  const wrong = wrongPlace(place)
  if (wrong) throw refuse(wrong.error, undefined, { fields: { [wrong.field]: wrong.error[lang] } })
}

async function requireOwnDevice(ctx: Ctx, scene_id: number, device_id: number): Promise<void> {
  if (!(await hasDevice(ctx, scene_id, device_id)))
    throw refuse(errors.foreignDevice, undefined, { fields: { main_device_id: errors.foreignDevice[ctx.lang] } })
}

/** Also for groups: their names are unique in the same way. */
export function refuseTaken({ lang }: Ctx, name: string) {
  return refuse(errors.nameTaken, { name }, { fields: { name: errors.nameTaken[lang].replace('{name}', name) } })
}

async function requireRemovable(
  ctx: Ctx,
  scene: SceneDetailRow,
  input: Omit<In<typeof sceneCalls.remove>, 'id'>,
): Promise<void> {
  const counts = await countsOf(ctx, [scene.id])
  const attached = await countAttached(ctx, scene.id)
  const { device_total: devices, device_online: online, terminal_cnt: terminals } = counts(scene.id)
  const held: Holding = { devices, online, terminals, ...attached }
  const removal = mayRemove(scene, held, input)
  if (removal !== 'go') throw refuse(errors[removal], { devices }, { ...held })
}

/** The scenes that these accounts see have changed: every process reads their rights again. */
export async function invalidateAfterCommit(ctx: Ctx, team_id: number, guests: readonly number[] = []): Promise<void> {
  const uids = [...(await uidsOfTeam(ctx, team_id)), ...guests]
  ctx.afterwards(() => invalidateSessions(ctx.system, uids))
}
