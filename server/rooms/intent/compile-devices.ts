import type { Words } from '@belvedere/contract/kit/text.ts'
import { syncState } from '@belvedere/contract/rooms/intent/sync/enums.ts'
import type { Edit } from '@belvedere/contract/rooms/intent/shapes.ts'
import type { Effective } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import type { Compiled, Refusal, Reported } from '@belvedere/drivers/kit/compile.ts'
import { MemoTree } from '@belvedere/pure/collection/memo-tree.ts'
import { TtlCache } from '@belvedere/pure/collection/ttl-cache.ts'
import type { QueryContext } from '../../kernel/db.ts'
import { discoverDrivers } from '../../devices/discover-drivers.ts'
import type { System } from '../../kernel/implement.ts'
import { digestOf, type JsonRecord, loadInOrder } from './documents.ts'
import {
  effectiveOf,
  effectiveOver,
  type IntentLayer,
  layersOf,
  placeOf,
  type StatedIntent,
  withEdits,
} from './effective-rules.ts'
import { openFields, vaultOf } from './secrets.ts'
import {
  type ConfiguredDevice,
  contentsFor,
  findCapabilities,
  type IntentContent,
  type IntentLevel,
  listConfigured,
} from './store.ts'

/** The access, and the process: a call's `ctx` is one; jobs build it from the system. */
export type IntentCtx = QueryContext & { readonly system: System }

export interface CompiledDevice {
  device_id: number
  family: string
  /** The configuration to send, without the number; null: it cannot be configured. Shared: never change it in place. */
  document: JsonRecord | null
  /** Keyed digest of the document; equal for equal bytes. Computed on demand. '' without a document. */
  readonly digest: string
  /** Intents by the JSON pointer of the value that they set. */
  readonly explanation: Record<string, string[]>
  refusals: Refusal[]
  /** The running configuration: the one sent last, else the base, or, after drift, the one found; null: not known. */
  readonly before: JsonRecord | null
  readonly before_digest: string | null
  /** The revision of `before`; null: it is not a revision. */
  before_revision: number | null
  /** The document differs from `before`. */
  readonly changed: boolean
  /** Its configuration is unknown: the document would replace all of it. */
  readonly unread: boolean
  /** It reconnected with another number, and cannot report its configuration. */
  readonly lost: boolean
  /** Its configuration before the first one that was sent is not known. */
  readonly unknownFormer: boolean
  /** Why its intent cannot be sent; undefined: it can, or there is none. */
  readonly blocked: Words | undefined
}

const cannot: Words = { zh: '该设备不支持下发配置', en: 'This device cannot be configured' }
const alone: Words = {
  zh: '该设备已脱离集中配置',
  en: 'This device is standalone: it is excluded from central configuration',
}

/** The running configuration is not known: the new one replaces all of it. */
const replaced: Words = {
  zh: '该设备的现有配置未知：读取、导入或确认从空配置开始后才会下发',
  en: 'The current configuration of this device is not known: nothing is sent until it is read or imported, or starting from empty is confirmed',
}

/** Capabilities that devices reported, by device; valid while the digest of the report is the same. */
const said = new TtlCache<number, { identity_digest: string; capabilities: JsonRecord }>(12_000)

/** The capabilities of each device, in order; recently read ones come from the cache. */
async function capabilitiesOf(at: IntentCtx, devices: readonly ConfiguredDevice[]): Promise<JsonRecord[]> {
  // without a digest a change of the report cannot be detected
  const known = devices.map(({ id, identity_digest }) => {
    const one = identity_digest ? said.get(id) : undefined
    return one?.identity_digest === identity_digest ? one.capabilities : undefined
  })
  const missing = devices.filter((_, at) => known[at] === undefined)
  if (missing.length === 0) return known as JsonRecord[]
  const read = await findCapabilities(
    at,
    missing.map(({ id }) => id),
  )
  const byId = new Map(read.map((one) => [one.id, one.capabilities]))
  for (const { id, identity_digest } of missing)
    if (identity_digest) said.set(id, { identity_digest, capabilities: byId.get(id) ?? {} })
  return devices.map(({ id }, at) => known[at] ?? byId.get(id) ?? {})
}

/**
 * Compiles those of the devices that the caller sees, with `edits` applied over the stored intents, and as if they were
 * in the group of `under`; by device id.
 */
export async function compileDevices(
  at: IntentCtx,
  device_ids: readonly number[],
  edits: readonly Edit[] = [],
  under?: { group_id: number | null },
): Promise<Map<number, CompiledDevice>> {
  const [listed, drivers] = await Promise.all([listConfigured(at, device_ids), discoverDrivers()])
  const devices = under ? listed.map((one) => ({ ...one, ...under })) : listed
  const wanted = await desiredOf(at, devices, edits)
  const able = await capabilitiesOf(at, devices)
  // the base of each device, and its running configuration
  const open = await loadInOrder(
    at.system,
    at.db,
    devices.flatMap((device) => [device.base, runs(device)]),
  )
  const vault = await vaultOf(at.system)
  const compilers = new Map(drivers.map(({ family, compile }) => [family, compile]))
  const same = comparing()
  const shelf: Shelf = { open, same, digest: (document) => digestOf(vault, document) }
  const alike = new MemoTree<Compiled>()
  const result = new Map<number, CompiledDevice>()
  devices.forEach((device, n) => {
    const input = wanted(device)
    const compile = device.standalone ? undefined : compilers.get(device.family)
    const made = compile?.(input.effective, able[n] ?? {}, open(2 * n), alike, reportedBy(device))
    result.set(device.id, new Compilation(device, input, made, shelf, 2 * n + 1))
  })
  return result
}

const unreported: Reported = { uplinks: [] }
const wordsIn = (text: string | null) => (text ? text.split(' ') : [])
const reportedBy = ({ uplinks, powers, upstream }: ConfiguredDevice): Reported =>
  uplinks === null && powers === null && upstream === null
    ? unreported
    : {
        uplinks: wordsIn(uplinks),
        ...(powers === null ? {} : { powers: wordsIn(powers) }),
        ...(upstream === null ? {} : { upstream: wordsIn(upstream) }),
      }

/** A drifted device runs another configuration than the one sent, and returns to it. */
const hasDrifted = ({ sync, running, lost }: ConfiguredDevice) =>
  sync === syncState.id.drifted && running !== null && !lost
const runs = (device: ConfiguredDevice) => (hasDrifted(device) ? device.running : (device.desired ?? device.base))

interface Shelf {
  open(at: number): JsonRecord | null
  same(document: JsonRecord, other: JsonRecord | null): boolean
  digest(document: JsonRecord): string
}

interface WantedIntent {
  effective: Effective
  /** Intents of this device. */
  own: readonly StatedIntent[]
}

/** The effective intents of each device; higher levels are computed once for all devices that share them. */
export async function desiredOf(
  at: IntentCtx,
  devices: readonly Pick<ConfiguredDevice, 'id' | 'scene_id' | 'group_id'>[],
  edits: readonly Edit[],
): Promise<(device: Pick<ConfiguredDevice, 'id' | 'scene_id' | 'group_id'>) => WantedIntent> {
  const scenes = [...new Set(devices.map(({ scene_id }) => scene_id))]
  const groups = [...new Set(devices.flatMap(({ group_id }) => group_id ?? []))]
  const rows = await contentsFor(at, { scenes, groups, devices: devices.map(({ id }) => id) })
  const vault = await vaultOf(at.system)
  const plain = <T extends { kind: IntentContent['kind']; fields: Record<string, unknown> }>(row: T): T => {
    const fields = openFields(vault, row.kind, row.fields)
    return fields === row.fields ? row : { ...row, fields }
  }
  const levels = [0, 1, 2].map((level) => ({
    rows: Map.groupBy(
      rows.filter((row) => row.level === level),
      ({ target_id }) => target_id,
    ),
    edits: Map.groupBy(
      edits.filter((edit) => edit.level === level),
      ({ target_id }) => target_id,
    ),
  }))
  const stated = (level: IntentLevel, target_id: number): readonly StatedIntent[] => {
    const { rows: all, edits: made } = levels[level] as (typeof levels)[number]
    const own = all.get(target_id)
    const drafted = made.get(target_id)
    if (!drafted) return own?.map(plain) ?? none
    return withEdits(
      (own ?? []).map(plain),
      drafted.map((edit) => openEdit(edit, own, plain)),
    )
  }
  const shared = new Map<string, { layer: IntentLayer; effective: Effective }>()
  return ({ id, scene_id, group_id }) => {
    const place = `${scene_id} ${group_id}`
    let above = shared.get(place)
    if (!above) {
      const layer = layersOf(stated(0, scene_id), group_id === null ? none : stated(1, group_id))
      shared.set(place, (above = { layer, effective: effectiveOf(layer) }))
    }
    const own = stated(2, id)
    return { effective: own.length === 0 ? above.effective : effectiveOver(above.effective, above.layer, own), own }
  }
}

const none: readonly StatedIntent[] = []

/** An edit with its secrets in plain text; a secret that is `true` is the stored one. */
function openEdit(
  edit: Edit,
  rows: readonly IntentContent[] = [],
  plain: <T extends IntentContent>(row: T) => T,
): Edit {
  if (edit.set === null) return edit
  const row = rows.find(({ kind, key }) => kind === edit.kind && key === edit.key)
  return { ...edit, set: plain({ kind: edit.kind, fields: mergeSecrets(edit, row) } as IntentContent).fields }
}

/** The resulting fields of an edit, with the stored secrets that it keeps. */
export function mergeSecrets({ set }: Edit, row: Pick<IntentContent, 'fields'> | undefined): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(set ?? {})) {
    const kept = value === true ? row?.fields[field] : value
    if (kept !== undefined) fields[field] = kept
  }
  return fields
}

/** One of ten thousand: plain fields; results that are rarely needed are computed on demand. */
class Compilation implements CompiledDevice {
  readonly device_id: number
  readonly family: string
  readonly document: JsonRecord | null
  readonly refusals: Refusal[]
  readonly before_digest: string | null
  readonly before_revision: number | null
  readonly unread: boolean
  readonly unknownFormer: boolean
  private readonly made: Compiled | undefined
  private readonly shelf: Shelf
  private readonly at: number
  readonly lost: boolean
  private counted: string | undefined
  private differs: boolean | undefined

  /** `at`: where on the shelf what it runs is. */
  constructor(device: ConfiguredDevice, { own }: WantedIntent, made: Compiled | undefined, shelf: Shelf, at: number) {
    this.device_id = device.id
    this.family = device.family
    this.document = made && !made.missing ? made.document : null
    this.refusals = refusalsOf(device, own, made)
    this.unread = device.unread
    this.unknownFormer = device.agreed || (device.unread && device.base === null)
    this.before_digest = runs(device)
    this.before_revision = hasDrifted(device) ? null : device.desired_id
    this.made = made
    this.shelf = shelf
    this.at = at
    this.lost = device.lost
  }

  get explanation(): Record<string, string[]> {
    return this.made?.explanation ?? {}
  }

  get digest(): string {
    return (this.counted ??= this.document ? this.shelf.digest(this.document) : '')
  }

  get before(): JsonRecord | null {
    return this.shelf.open(this.at)
  }

  get blocked(): Words | undefined {
    const { made, shelf } = this
    return made?.missing && !shelf.same(made.document, this.before) ? made.missing : undefined
  }

  get changed(): boolean {
    return (this.differs ??= this.document !== null && (this.lost || !this.shelf.same(this.document, this.before)))
  }
}

function refusalsOf(device: ConfiguredDevice, own: readonly StatedIntent[], made: Compiled | undefined): Refusal[] {
  if (!made) return [{ intent: '', reason: device.standalone ? alone : cannot }]
  if (made.missing) return [{ intent: '', reason: made.missing }, ...made.refusals.filter((one) => concerns(one, own))]
  const unread = device.unread ? [{ intent: '', reason: replaced }] : []
  const { refusals } = made
  return refusals.length === 0 ? unread : [...unread, ...refusals.filter((one) => concerns(one, own))]
}

const concerns = ({ intent, aside }: Refusal, own: readonly StatedIntent[]) =>
  !aside || own.some((row) => placeOf(row) === intent.split('/').slice(0, 2).join('/'))

/**
 * Compares documents, ignoring the order of their members. Similar devices have the same two members again and again:
 * the last comparison of each name is cached.
 */
function comparing(): (document: JsonRecord, other: JsonRecord | null) => boolean {
  const last = new Map<string, { one: unknown; two: unknown; same: boolean }>()
  const sameMember = (name: string, one: unknown, two: unknown) => {
    if (one === two) return true
    const known = last.get(name)
    if (known && known.one === one && known.two === two) return known.same
    const same = isSame(one, two)
    last.set(name, { one, two, same })
    return same
  }
  return (document, other) => {
    if (other === null) return false
    const names = Object.keys(document)
    if (names.length !== Object.keys(other).length) return false
    return names.every((name) => Object.hasOwn(other, name) && sameMember(name, document[name], other[name]))
  }
}

/** Shared values are not compared. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const keys = Object.keys(a)
  if (keys.length !== Object.keys(b).length) return false
  for (const key of keys)
    if (!Object.hasOwn(b, key) || !isSame((a as JsonRecord)[key], (b as JsonRecord)[key])) return false
  return true
}
