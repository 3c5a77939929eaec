import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type CallSpec, isCalls } from '@belvedere/contract/kit/define-calls.ts'
import { isLogWords } from '@belvedere/contract/kit/define-log-words.ts'
import type { Words } from '@belvedere/contract/kit/text.ts'
import { isDeviceDriver, type DeviceDriver } from '@belvedere/drivers/kit/define-device-driver.ts'
import { isNotifyChannel, type NotifyChannel } from '@belvedere/drivers/kit/define-notify-channel.ts'
import { type Cleanup, isCleanup } from './cleanup.ts'
import { type Confirmation, isConfirmation } from './confirm.ts'
import { type EventKind, isEvent, isListener, type Listener } from './event.ts'
import { type AuditNote, type Implementation, isImplementation } from './implement.ts'
import { type Gateway, isGateway } from './gateway.ts'
import { type GrantSource, isGrantSource } from './grants.ts'
import { isSink, type Sink } from './ingest.ts'
import { isQuota, type Quota } from './quota.ts'
import { isJob, type Job } from './job.ts'
import { isSessionSource, type SessionSource } from './session.ts'
import { type Auditor, isAuditor } from './audit.ts'
import { isStartup, type Startup } from './startup.ts'
import { isReversal, isUndo, type State, type Undo } from './undo.ts'
import { isUpgrade, type Upgrade } from './upgrade.ts'

const root = join(import.meta.dirname, '../..')

/** Everything the rooms, the contract and the drivers bring along. There is no list to edit: a file that is there takes part. */
export interface House {
  readonly calls: readonly DiscoveredCall[]
  readonly implementations: readonly Implementation[]
  readonly listeners: readonly Listener[]
  readonly events: readonly EventKind<unknown>[]
  readonly jobs: readonly Job[]
  readonly startups: readonly Startup[]
  readonly auditors: readonly Auditor[]
  readonly undos: readonly Undo[]
  readonly upgrades: readonly Upgrade[]
  readonly quotas: readonly Quota[]
  readonly sessionSources: readonly { make: (system: never) => SessionSource }[]
  readonly drivers: readonly DeviceDriver[]
}

export interface DiscoveredCall {
  readonly spec: CallSpec
  /** `alarm/log.ignore`: room, file and key. */
  readonly name: string
}

/** Synchronous: for a thousand small files the turns of the loop would take longer than the reading. */
function filesBelow(dir: string, wanted: (path: string) => boolean): string[] {
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return paths.filter((path) => wanted(path)).sort()
}

const isCode = (path: string) => path.endsWith('.ts') && !path.endsWith('.test.ts')

/** What takes part is made by `implement`, `listen` or a `define…`. */
const makes = /\b(?:implement|listen|define[A-Z]\w*)(?:<[^()]*>)?\(/

/**
 * Files of rooms that bring something along. The others are loaded by whoever needs them, which may be never: a worker's file, a
 * library for one kind of answer.
 */
export function roomFiles(): { takePart: string[]; others: string[] } {
  const paths = filesBelow(join(root, 'server/rooms'), isCode)
  const { takePart = [], others = [] } = Object.groupBy(paths, (path) =>
    makes.test(readFileSync(path, 'utf8')) ? 'takePart' : 'others',
  )
  return { takePart, others }
}

/** One after the other: the engine walks all a module needs anew for each one that is asked for while others load. */
async function exportsOf(paths: readonly string[]): Promise<{ path: string; key: string; value: unknown }[]> {
  const found: { path: string; key: string; value: unknown }[] = []
  for (const path of paths) {
    const module = (await import(pathToFileURL(path).href)) as object
    found.push(...Object.entries(module).map(([key, value]) => ({ path, key, value: value as unknown })))
  }
  return found
}

let loaded: ReturnType<typeof exportsOf> | undefined

/** What the rooms bring along; read once. */
const roomExports = () => (loaded ??= exportsOf(roomFiles().takePart))

/** The calls the contract states, in the order of their files. */
export async function discoverCalls(): Promise<DiscoveredCall[]> {
  const rooms = join(root, 'contract/rooms')
  const found = await exportsOf(filesBelow(rooms, isCode))
  return found.flatMap(({ path, value }) => {
    if (!isCalls(value)) return []
    const file = path.slice(rooms.length + 1, -'.ts'.length)
    return Object.entries(value).map(([key, spec]) => ({ spec, name: `${file}.${key}` }))
  })
}

/** What the log tells of what no call did, by what stands in place of the call's address. */
export async function discoverLogWords(): Promise<ReadonlyMap<string, Words>> {
  const found = await exportsOf(filesBelow(join(root, 'contract/rooms'), (path) => path.endsWith('/log-words.ts')))
  return new Map(found.flatMap(({ value }) => (isLogWords(value) ? Object.entries(value.does) : [])))
}

let channels: Promise<NotifyChannel[]> | undefined

/** The channels messages can go out by, in the order of their folders; loaded when first asked for. */
export function discoverChannels(): Promise<NotifyChannel[]> {
  channels ??= exportsOf(filesBelow(join(root, 'drivers/notify'), (path) => path.endsWith('/channel.ts'))).then(
    (found) => found.map(({ value }) => value).filter(isNotifyChannel),
  )
  return channels
}

let drivers: Promise<DeviceDriver[]> | undefined

/** The families of devices, the more particular first; loaded when first asked for. */
export function discoverDrivers(): Promise<DeviceDriver[]> {
  drivers ??= exportsOf(filesBelow(join(root, 'drivers/device'), (path) => path.endsWith('/driver.ts')))
    .then((found) => found.map(({ value }) => value).filter(isDeviceDriver))
    .then((list) => [...new Set(list)].sort((a, b) => b.priority - a.priority))
  return drivers
}

let undos: Promise<Undo[]> | undefined

/** How the rooms' writes are undone; the rooms are loaded already when somebody asks. */
export function discoverUndos(): Promise<Undo[]> {
  undos ??= roomExports().then((found) => pick(found, isUndo))
  return undos
}

let quotas: Promise<Quota[]> | undefined

/** What customers may have only so much of; the rooms are loaded already when somebody asks. */
export function discoverQuotas(): Promise<Quota[]> {
  quotas ??= roomExports().then((found) => pick(found, isQuota).sort((a, b) => a.order - b.order))
  return quotas
}

let grants: Promise<GrantSource> | undefined

/** Which scenes accounts may enter; the rooms are loaded already when somebody asks. */
export function discoverGrants(): Promise<GrantSource> {
  grants ??= roomExports().then((found) => {
    const [source, ...others] = pick(found, isGrantSource)
    if (!source || others.length) throw new Error(`${others.length + Number(!!source)} grant sources, one is needed`)
    return source
  })
  return grants
}

let confirmation: Promise<Confirmation> | undefined

/** What must be confirmed before it is done; the rooms are loaded already when somebody asks. */
export function discoverConfirmation(): Promise<Confirmation> {
  confirmation ??= roomExports().then((found) => {
    const [stated, ...others] = pick(found, isConfirmation)
    if (!stated || others.length) throw new Error(`${others.length + Number(!!stated)} confirmations, one is needed`)
    return stated
  })
  return confirmation
}

/** What a layer above the kernel finds in the rooms by a mark of its own; the rooms are loaded already when somebody asks. */
export function discoverAll<T>(is: (value: unknown) => value is T): Promise<T[]> {
  const known = found.get(is) as Promise<T[]> | undefined
  if (known) return known
  const looked = roomExports().then((all) => pick(all, is))
  found.set(is, looked)
  return looked
}

const found = new Map<unknown, Promise<unknown>>()

let cleanups: Promise<Cleanup[]> | undefined

/** What goes with a removed team or scene, all rooms together; the rooms are loaded already when somebody asks. */
export async function discoverCleanup(of: Cleanup['of']): Promise<Omit<Cleanup, 'of'>> {
  cleanups ??= roomExports().then((found) => pick(found, isCleanup))
  const stated = (await cleanups).filter((one) => one.of === of)
  return {
    async run(ctx, id) {
      for (const one of stated) await one.run(ctx, id)
    },
    async count(at, ids) {
      const counts = await Promise.all(stated.map((one) => one.count(at, ids)))
      return Object.assign({}, ...counts) as Record<string, number>
    },
  }
}

/** Tells of what a call did whether that can be undone, as far as one sees without trying. */
export function undoableIn({ undos }: Pick<House, 'undos'>): (call: string, note: AuditNote) => boolean {
  const stated = new Map(undos.flatMap(({ how }) => [...how]))
  return (call, { object, before = null, after = null, snapshot }) => {
    const told = stated.get(call)
    const done = { call, object, way: 'console', before: before as State | null, after: after as State | null }
    const how = typeof told === 'function' ? told(done) : told
    return how !== undefined && isReversal(how) && (before === null || after !== null || snapshot !== undefined)
  }
}

/** What gateways need of the house: they run in a thread of their own, which need not know the rest. */
export interface GatewayHouse extends Pick<House, 'startups' | 'drivers'> {
  readonly gateways: readonly Gateway[]
  readonly sinks: readonly Sink[]
}

const servesGateways = /\bdefineSink(?:<[^()]*>)?\(|\brole: 'gateway'/

/** Loads the gateways, and of the rooms what runs beside them. */
export async function discoverGateways(): Promise<GatewayHouse> {
  const serve = filesBelow(
    join(root, 'server/rooms'),
    (path) => isCode(path) && servesGateways.test(readFileSync(path, 'utf8')),
  )
  const [rooms, families, gateways] = await Promise.all([
    exportsOf(serve),
    discoverDrivers(),
    exportsOf(filesBelow(join(root, 'server/gateways'), (path) => path.endsWith('/gateway.ts'))),
  ])
  return {
    sinks: pick(rooms, isSink),
    startups: pick(rooms, isStartup).sort((a, b) => a.order - b.order),
    drivers: families,
    gateways: pick(gateways, isGateway),
  }
}

const pick = <T>(from: { value: unknown }[], is: (value: unknown) => value is T) => [
  ...new Set(from.map(({ value }) => value).filter(is)),
]

/** Loads every room and driver. Throws when the house is not complete: it must not start half. */
export async function discover(): Promise<House> {
  const [calls, rooms, kernel, families] = await Promise.all([
    discoverCalls(),
    roomExports(),
    exportsOf(['device-link.ts', 'poll-link.ts'].map((file) => join(import.meta.dirname, file))),
    discoverDrivers(),
  ])
  const house: House = {
    calls,
    implementations: pick(rooms, isImplementation),
    listeners: pick(rooms, isListener),
    events: pick([...kernel, ...rooms], isEvent),
    jobs: pick(rooms, isJob),
    startups: pick(rooms, isStartup).sort((a, b) => a.order - b.order),
    auditors: pick(rooms, isAuditor),
    undos: pick(rooms, isUndo),
    upgrades: pick(rooms, isUpgrade),
    quotas: pick(rooms, isQuota),
    sessionSources: pick(rooms, isSessionSource),
    drivers: families,
  }
  proveComplete(house)
  return house
}

function proveComplete(house: House): void {
  const problems: string[] = []
  const implemented = new Set(house.implementations.flatMap(({ calls }) => Object.values(calls)))
  for (const { spec, name } of house.calls)
    if (!implemented.has(spec)) problems.push(`${name} (${spec.at}) has no handler`)
  const twice = (what: string, names: string[]) => {
    const seen = new Set<string>()
    for (const name of names) if (seen.size === seen.add(name).size) problems.push(`${what} ${name} is stated twice`)
  }
  twice(
    'call',
    house.calls.map(({ spec }) => spec.at),
  )
  twice(
    'event',
    house.events.map(({ name }) => name),
  )
  twice(
    'job',
    house.jobs.map(({ name }) => name),
  )
  twice(
    'quota',
    house.quotas.map(({ key }) => key),
  )
  const codes = new Map<number, string>()
  for (const { spec } of house.calls) {
    for (const error of spec.errors ?? []) {
      const other = codes.get(error.code)
      if (other && other !== error.name) problems.push(`error code ${error.code} is both ${other} and ${error.name}`)
      codes.set(error.code, error.name)
    }
  }
  if (house.sessionSources.length !== 1) problems.push(`${house.sessionSources.length} session sources, one is needed`)
  if (problems.length) throw new Error(`the house is not complete:\n  ${problems.join('\n  ')}`)
}
