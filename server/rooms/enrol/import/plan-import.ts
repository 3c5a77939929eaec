import { say, type Words } from '@belvedere/contract/kit/text.ts'
import { deviceErrors } from '@belvedere/contract/rooms/device/errors.ts'
import { enrolErrors as errors } from '@belvedere/contract/rooms/enrol/errors.ts'
import type { Ctx } from '../../../kernel/implement.ts'
import type { Refusal } from '../../../kernel/refuse.ts'
import { guardOf } from '../../monitor/api.ts'
import { checkCodes } from '../claim/check-codes.ts'
import { needsProof } from '../claim/claim-device.ts'
import { type ThirdPartyImport, type ImportRequest, importRequestOf } from './read-lines.ts'
import type { ReadLine } from './read-list.ts'
import { findKnown, findPlaces, type ImportedSerial, listGroupNames, listScenes } from './store.ts'

/** The result of one line. */
export interface Planned {
  line: number
  what: 'claim' | 'ask' | 'third' | 'here' | 'wrong'
  name: string
  /** Serial number, else address. */
  id: string
  scene_id: number
  scene: string
  group_id: number | null
  third?: ThirdPartyImport
  reason?: Words
}

interface ImportContext {
  scenes: ReadonlyMap<string, { id: number; name: string; team_id: number }[]>
  scene_id: number
  groups: ReadonlyMap<string, number>
  serials: ReadonlyMap<string, ImportedSerial>
  places: ReadonlySet<string>
  /**
   * Why a device cannot be claimed by the code of its line; a missing serial number has none. Undefined: the team needs
   * no proof.
   */
  proven: ReadonlyMap<string, Refusal | undefined> | undefined
  seen: Map<string, number>
}

/** The effect of the import, line by line: the dry run and the import itself use this plan. */
export async function planImport(ctx: Ctx, lines: readonly ReadLine[], scene_id: number): Promise<Planned[]> {
  // outside the call's transaction, which does not begin before codes are checked
  const { forbidden } = await guardOf({ ...ctx, db: ctx.system.db })
  const wishes = lines.map(({ cells }) => importRequestOf(cells, forbidden))
  const proven = await proveAll(ctx, wishes)
  const known = await lookUp(ctx, wishes, scene_id, proven)
  return wishes.map((input, at) => {
    const { line, cells } = lines[at] as ReadLine
    const planned = planOne(input, line, known)
    // a person searches for an error by the original text
    const written = (text = '') => text.trim().slice(0, 64)
    return { ...planned, name: planned.name || written(cells.name), id: planned.id || written(cells.sn || cells.ip) }
  })
}

async function lookUp(
  ctx: Ctx,
  wishes: readonly ImportRequest[],
  scene_id: number,
  proven: ImportContext['proven'],
): Promise<ImportContext> {
  const scenes = await listScenes(ctx)
  const serials = wishes.flatMap((input) => (input.what === 'claim' ? [input.serial] : []))
  const [groups, known, places] = [
    await listGroupNames(ctx),
    serials.length ? await findKnown(ctx, serials) : [],
    await findPlaces(
      ctx,
      scenes.map(({ id }) => id),
    ),
  ]
  return {
    scene_id,
    proven,
    scenes: Map.groupBy(scenes, ({ name }) => name.toLowerCase()),
    groups: new Map(groups.map(({ id, name }) => [name.toLowerCase(), id])),
    serials: new Map(known.map((one) => [one.serial, one])),
    places,
    seen: new Map(),
  }
}

/** Codes are checked for devices that the caller does not have yet. Undefined: the team needs no proof. */
async function proveAll(ctx: Ctx, wishes: readonly ImportRequest[]): Promise<ImportContext['proven']> {
  if (!(await needsProof(ctx))) return undefined
  const typed = wishes.flatMap((input) =>
    input.what === 'claim' && input.code ? [{ serial: input.serial, code: input.code }] : [],
  )
  if (typed.length === 0) return new Map()
  const known = await findKnown(
    { db: ctx.system.db, access: ctx.access },
    typed.map(({ serial }) => serial),
  )
  const here = new Set(known.flatMap(({ serial, seen }) => (seen ? [serial] : [])))
  return checkCodes(
    ctx,
    typed.filter(({ serial }) => !here.has(serial)),
  )
}

function planOne(input: ImportRequest, line: number, known: ImportContext): Planned {
  const base = { line, name: '', id: '', scene_id: known.scene_id, scene: '', group_id: null }
  const no = (reason: Words, more: Partial<Planned> = {}): Planned => ({ ...base, ...more, what: 'wrong', reason })
  if (input.what === 'wrong') return no(input.reason)
  const id = input.what === 'claim' ? input.serial : input.ip
  const named = { name: input.name, id, scene: input.scene }
  const scene = sceneOf(input.scene, known)
  if ('reason' in scene) return no(scene.reason, named)
  const group_id = input.group ? (known.groups.get(input.group.toLowerCase()) ?? 0) : null
  if (group_id === 0) return no({ zh: `没有分组“${input.group}”`, en: `There is no group “${input.group}”` }, named)
  const planned = { ...base, ...named, scene_id: scene.id, group_id }
  const place = input.what === 'claim' ? input.serial : `${scene.id} ${input.ip} ${input.name}`
  const before = known.seen.get(place)
  if (before) return no({ zh: `与第 ${before} 行重复`, en: `The same as line ${before}` }, named)
  known.seen.set(place, line)
  if (input.what === 'third')
    return known.places.has(place) ? { ...planned, what: 'here' } : { ...planned, what: 'third', third: input }
  const { proven, serials } = known
  return proven
    ? askOf(planned, input.serial, serials.get(input.serial), proven)
    : claimOf(planned, serials.get(input.serial))
}

/** The named scene, or the one of the list. Two scenes with one name are ambiguous. */
function sceneOf(name: string, { scenes, scene_id }: ImportContext): { id: number } | { reason: Words } {
  if (!name) return { id: scene_id }
  const found = scenes.get(name.toLowerCase()) ?? []
  const [only] = found
  if (found.length === 1 && only) return { id: only.id }
  return found.length
    ? { reason: { zh: `有多个场景叫“${name}”`, en: `Several scenes are called “${name}”` } }
    : { reason: { zh: `没有场景“${name}”，或无权修改`, en: `There is no scene “${name}” you may change` } }
}

/** For a team that needs proof: only the code reveals whether a serial number is known here. */
function askOf(
  planned: Omit<Planned, 'what'>,
  serial: string,
  known: ImportedSerial | undefined,
  proven: ReadonlyMap<string, Refusal | undefined>,
): Planned {
  if (known?.seen) return { ...planned, what: 'here' }
  const no = proven.get(serial)
  if (no) return { ...planned, what: 'wrong', reason: worded(no) }
  return { ...planned, what: proven.has(serial) ? 'claim' : 'ask' }
}

const worded = ({ spec, values }: Refusal): Words => ({ zh: say(spec, 'zh', values), en: say(spec, 'en', values) })

function claimOf(planned: Omit<Planned, 'what'>, known: ImportedSerial | undefined): Planned {
  if (!known) return { ...planned, what: 'claim' }
  if (known.scene_id !== null)
    return known.seen ? { ...planned, what: 'here' } : { ...planned, what: 'wrong', reason: deviceErrors.claimed }
  return known.blocked ? { ...planned, what: 'wrong', reason: errors.blocked } : { ...planned, what: 'claim' }
}
