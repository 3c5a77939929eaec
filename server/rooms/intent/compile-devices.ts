import { LRUCache } from 'lru-cache'
import type { Words } from '@belvedere/contract/kit/text.ts'
import { syncState } from '@belvedere/contract/rooms/intent/enums.ts'
import type { Edit, Effective } from '@belvedere/contract/rooms/intent/shapes.ts'
import type { Compiled, Refusal } from '@belvedere/drivers/kit/compile.ts'
import type { Reach } from '../../kernel/db.ts'
import { discoverDrivers } from '../../kernel/discover.ts'
import type { System } from '../../kernel/implement.ts'
import { digestOf, type Json, loadDocuments } from './documents.ts'
import { effectiveOf, effectiveOver, type Layer, layersOf, type Stated, withEdits } from './effective-rules.ts'
import { openFields, vaultOf } from './secrets.ts'
import {
  type ConfiguredDevice,
  contentsFor,
  findCapabilities,
  type IntentContent,
  type LevelId,
  listConfigured,
} from './store.ts'

/** Where to ask, on whose behalf, and the process: a call's `ctx` is one; jobs put it together of the system. */
export type At = Reach & { readonly system: System }

export interface CompiledDevice {
  device_id: number
  sn: string
  name: string
  scene_id: number
  family: string
  /** What it would be sent, without the number; null: nothing can be configured on it. Shared: never change it in place. */
  document: Json | null
  /** Keyed digest of the document; equal for equal bytes. Counted when asked for. '' without a document. */
  readonly digest: string
  /** Intents by the JSON pointer of the value they made. */
  readonly explanation: Record<string, string[]>
  refusals: Refusal[]
  /** What it runs: what it was sent last, else what it had when it was adopted, or, drifted, what was found; null: not known. */
  readonly before: Json | null
  readonly before_digest: string | null
  /** The revision `before` is; null: it is none. */
  before_revision: number | null
  /** The document differs from `before`. */
  readonly changed: boolean
}

const cannot: Words = { zh: '该设备不支持下发配置', en: 'This device cannot be configured' }
const alone: Words = {
  zh: '该设备已脱离集中配置',
  en: 'This device is standalone: central configuration has let go of it',
}

/** Nobody knows what it runs: what is sent takes the place of all of it. */
const unread = ({ base_at, desired_id, config_uuid }: ConfiguredDevice): Refusal[] =>
  base_at === null && desired_id === null && (config_uuid ?? 0) > 1 ? [{ intent: '', reason: replaced }] : []
const replaced: Words = {
  zh: '尚未读取到该设备原有的配置，下发后将整体替换',
  en: 'What this device runs has not been read: its whole configuration is replaced',
}

/** What devices say they can do, by device; it holds as long as the digest of what they said is the same. */
const capabilities = new LRUCache<string, Json>({ max: 12_000 })

const saidKey = ({ id, told }: ConfiguredDevice) => `${id} ${told}`

/** What each of the devices says it can do; what was asked for lately is not read again. */
async function capabilitiesOf(
  at: At,
  devices: readonly ConfiguredDevice[],
): Promise<(device: ConfiguredDevice) => Json> {
  // without a digest nobody can tell whether it said something else since
  const missing = devices.filter((device) => device.told === '' || !capabilities.has(saidKey(device)))
  const read = new Map(
    missing.length === 0
      ? []
      : (
          await findCapabilities(
            at,
            missing.map(({ id }) => id),
          )
        ).map((one) => [one.id, one.capabilities]),
  )
  for (const device of missing) if (device.told) capabilities.set(saidKey(device), read.get(device.id) ?? {})
  return (device) => read.get(device.id) ?? capabilities.get(saidKey(device)) ?? {}
}

/** Compiles the devices the caller sees of those asked for, with `edits` laid over the intents that are there; by device id. */
export async function compileDevices(
  at: At,
  device_ids: readonly number[],
  edits: readonly Edit[] = [],
): Promise<Map<number, CompiledDevice>> {
  const [devices, drivers] = await Promise.all([listConfigured(at, device_ids), discoverDrivers()])
  const wanted = await wantedOf(at, devices, edits)
  const able = await capabilitiesOf(at, devices)
  const open = await loadDocuments(
    at.system,
    at.db,
    devices.flatMap(({ base, desired, running }) => [base, desired, running]),
  )
  const vault = await vaultOf(at.system)
  const compilers = new Map(drivers.map(({ family, compile }) => [family, compile]))
  const shelf: Shelf = { open, digest: (document) => digestOf(vault, document) }
  const result = new Map<number, CompiledDevice>()
  for (const device of devices) {
    const wish = wanted(device)
    const base = device.base === null ? null : open(device.base)
    const compile = device.alone ? undefined : compilers.get(device.family)
    const made = compile?.(wish.effective, able(device), base)
    result.set(device.id, new Compilation(device, wish, made, shelf))
  }
  return result
}

interface Shelf {
  open(digest: string): Json
  digest(document: Json): string
}

interface Wanted {
  effective: Effective
  /** `kind/key` of what is said for this very device. */
  own: ReadonlySet<string>
}

/** What is wanted of each device; levels above are worked out once for all that share them. */
export async function wantedOf(
  at: At,
  devices: readonly Pick<ConfiguredDevice, 'id' | 'scene_id' | 'group_id'>[],
  edits: readonly Edit[],
): Promise<(device: Pick<ConfiguredDevice, 'id' | 'scene_id' | 'group_id'>) => Wanted> {
  const scenes = [...new Set(devices.map(({ scene_id }) => scene_id))]
  const groups = [...new Set(devices.flatMap(({ group_id }) => group_id ?? []))]
  const rows = await contentsFor(at, { scenes, groups, devices: devices.map(({ id }) => id) })
  const vault = await vaultOf(at.system)
  const plain = <T extends { kind: IntentContent['kind']; fields: Record<string, unknown> }>(row: T): T => ({
    ...row,
    fields: openFields(vault, row.kind, row.fields),
  })
  const byTarget = Map.groupBy(rows, ({ level, target_id }) => `${level} ${target_id}`)
  const editsOf = Map.groupBy(edits, ({ level, target_id }) => `${level} ${target_id}`)
  const stated = (level: LevelId, target_id: number): Stated[] => {
    const place = `${level} ${target_id}`
    return withEdits(
      (byTarget.get(place) ?? []).map(plain),
      (editsOf.get(place) ?? []).map((edit) => openEdit(edit, byTarget.get(place), plain)),
    )
  }
  const shared = new Map<string, { layer: Layer; effective: Effective }>()
  const none: ReadonlySet<string> = new Set()
  return ({ id, scene_id, group_id }) => {
    const place = `${scene_id} ${group_id}`
    let above = shared.get(place)
    if (!above) {
      const layer = layersOf(stated(0, scene_id), group_id === null ? [] : stated(1, group_id))
      shared.set(place, (above = { layer, effective: effectiveOf(layer) }))
    }
    const own = stated(2, id)
    if (own.length === 0) return { effective: above.effective, own: none }
    return {
      effective: effectiveOver(above.effective, above.layer, own),
      own: new Set(own.map(({ kind, key }) => `${kind}/${key}`)),
    }
  }
}

/** An edit with its secrets in plain text; one that is `true` is what the row has. */
function openEdit(
  edit: Edit,
  rows: readonly IntentContent[] = [],
  plain: <T extends IntentContent>(row: T) => T,
): Edit {
  if (edit.set === null) return edit
  const row = rows.find(({ kind, key }) => kind === edit.kind && key === edit.key)
  return { ...edit, set: plain({ kind: edit.kind, fields: keepSecrets(edit, row) } as IntentContent).fields }
}

/** The fields an edit leaves, with the secrets it wants kept. */
export function keepSecrets({ set }: Edit, row: Pick<IntentContent, 'fields'> | undefined): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(set ?? {})) {
    const kept = value === true ? row?.fields[field] : value
    if (kept !== undefined) fields[field] = kept
  }
  return fields
}

/** One of ten thousand: plain fields, and what few ask for is worked out when they do. */
class Compilation implements CompiledDevice {
  readonly device_id: number
  readonly sn: string
  readonly name: string
  readonly scene_id: number
  readonly family: string
  readonly document: Json | null
  readonly refusals: Refusal[]
  readonly before_digest: string | null
  readonly before_revision: number | null
  private readonly made: Compiled | undefined
  private readonly shelf: Shelf
  private counted: string | undefined
  private differs: boolean | undefined

  constructor(device: ConfiguredDevice, { own }: Wanted, made: Compiled | undefined, shelf: Shelf) {
    this.device_id = device.id
    this.sn = device.sn
    this.name = device.name
    this.scene_id = device.scene_id
    this.family = device.family
    this.document = made?.document ?? null
    this.refusals = refusalsOf(device, own, made)
    // a device that has drifted runs something else than it was sent, and returns to that
    const drifted = device.sync === syncState.id.drifted && device.running !== null
    this.before_digest = drifted ? device.running : (device.desired ?? device.base)
    this.before_revision = drifted ? null : device.desired_id
    this.made = made
    this.shelf = shelf
  }

  get explanation(): Record<string, string[]> {
    return this.made?.explanation ?? {}
  }

  get digest(): string {
    return (this.counted ??= this.document ? this.shelf.digest(this.document) : '')
  }

  get before(): Json | null {
    return this.before_digest === null ? null : this.shelf.open(this.before_digest)
  }

  get changed(): boolean {
    return (this.differs ??= this.document !== null && !isSame(this.document, this.before))
  }
}

function refusalsOf(device: ConfiguredDevice, own: ReadonlySet<string>, made: Compiled | undefined): Refusal[] {
  if (!made) return [{ intent: '', reason: device.alone ? alone : cannot }]
  const concerns = ({ intent, aside }: Refusal) => !aside || own.has(intent.split('/').slice(0, 2).join('/'))
  return [...unread(device), ...made.refusals.filter(concerns)]
}

/** Equal documents, whatever the order of their members; what they share is not looked into. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const keys = Object.keys(a)
  if (keys.length !== Object.keys(b).length) return false
  for (const key of keys) if (!Object.hasOwn(b, key) || !isSame((a as Json)[key], (b as Json)[key])) return false
  return true
}
