import { basename, join, relative } from 'node:path'
import { type CallSpec, isCalls } from '@belvedere/contract/kit/define-calls.ts'
import { isLogWords } from '@belvedere/contract/kit/define-log-words.ts'
import type { Words } from '@belvedere/contract/kit/text.ts'
import { type Cleanup, isCleanup } from './cleanup.ts'
import { type EventKind, isEvent, isListener, type Listener } from '../event.ts'
import { type Implementation, isImplementation } from '../implement.ts'
import { type GrantSource, isGrantSource } from './grants.ts'
import { isJob, type Job } from '../../base/jobs/job.ts'
import { isSessionSource, type SessionSource } from '../session.ts'
import { type Auditor, isAuditor } from '../audit.ts'
import { isStartup, type Startup } from '../startup.ts'
import { isUpgrade, type UpgradeHandler } from './upgrade.ts'
import { exportsOf, filesBelow, isCode, pick, root } from './find-exports.ts'

/** All exports of the rooms and the contract. There is no list to edit: every file takes part. */
export interface House {
  readonly calls: readonly DiscoveredCall[]
  readonly implementations: readonly Implementation[]
  readonly listeners: readonly Listener[]
  readonly events: readonly EventKind<unknown>[]
  readonly jobs: readonly Job[]
  readonly startups: readonly Startup[]
  readonly auditors: readonly Auditor[]
  readonly upgrades: readonly UpgradeHandler[]
  readonly sessionSources: readonly { make: (system: never) => SessionSource }[]
}

export interface DiscoveredCall {
  readonly spec: CallSpec
  /** `alarm/log.ignore`: room, file and key. */
  readonly name: string
}

/** Kinds that a file of a room may name before its ending. */
const kinds = /\.(job|undo|events|sink|startup|gateway|listener|quota|cleanup|count|source|observer|upgrade)\.ts$/

/**
 * Files of rooms that take part, by their names (ADR 71): `api.ts`, the handlers where the contract has a file of the same path, and
 * those that name a kind. The others are loaded on demand: a worker's file, a library for one kind of answer.
 */
export function roomFiles(): { takePart: string[]; others: string[] } {
  const [rooms, contract] = [join(root, 'server/rooms'), join(root, 'contract/rooms')]
  const nouns = new Set(filesBelow(contract, isCode).map((path) => join(rooms, relative(contract, path))))
  const isPart = (path: string) => kinds.test(path) || nouns.has(path) || basename(path) === 'api.ts'
  const { takePart = [], others = [] } = Object.groupBy(filesBelow(rooms, isCode), (path) =>
    isPart(path) ? 'takePart' : 'others',
  )
  return { takePart, others }
}

let loaded: ReturnType<typeof exportsOf> | undefined

/** The exports of the rooms; read once. */
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

/** Log entries without a call, by the text that is stored instead of the call's address. */
export async function discoverLogWords(): Promise<ReadonlyMap<string, Words>> {
  const found = await exportsOf(filesBelow(join(root, 'contract/rooms'), (path) => path.endsWith('/log-words.ts')))
  return new Map(found.flatMap(({ value }) => (isLogWords(value) ? Object.entries(value.does) : [])))
}

/** The scenes of accounts; the rooms are already loaded when this is used. */
export const discoverGrants = (): Promise<GrantSource> => discoverOne(isGrantSource, 'grant source')

/** Finds exports for a layer above the kernel by its mark; the rooms are already loaded when this is used. */
export function discoverAll<T>(is: (value: unknown) => value is T): Promise<T[]> {
  const known = found.get(is) as Promise<T[]> | undefined
  if (known) return known
  const looked = roomExports().then((all) => pick(all, is))
  found.set(is, looked)
  return looked
}

const found = new Map<unknown, Promise<unknown>>()

/** The same for an export of exactly one room. */
export async function discoverOne<T>(is: (value: unknown) => value is T, what: string): Promise<T> {
  const [stated, ...others] = await discoverAll(is)
  if (!stated || others.length) throw new Error(`${others.length + Number(!!stated)} of ${what}, one is needed`)
  return stated
}

/** The cleanups of removed teams, scenes or devices in all rooms; the rooms are already loaded when this is used. */
export async function discoverCleanup(of: Cleanup['of']): Promise<Required<Omit<Cleanup, 'of'>>> {
  const stated = (await discoverAll(isCleanup)).filter((one) => one.of === of)
  return {
    async run(ctx, ids) {
      for (const one of stated) await one.run(ctx, ids)
    },
    async count(at, ids) {
      const counts = await Promise.all(stated.map(async (one) => one.count?.(at, ids)))
      return Object.assign({}, ...counts) as Record<string, number>
    },
  }
}

/** Loads every room. Throws when anything is missing, so that no incomplete server starts. */
export async function discover(): Promise<House> {
  const [calls, rooms, links] = await Promise.all([
    discoverCalls(),
    roomExports(),
    exportsOf(filesBelow(join(root, 'server/devices'), (path) => path.endsWith('-link.ts'))),
  ])
  const house: House = {
    calls,
    implementations: pick(rooms, isImplementation),
    listeners: pick(rooms, isListener),
    events: pick([...links, ...rooms], isEvent),
    jobs: pick(rooms, isJob),
    startups: pick(rooms, isStartup).sort((a, b) => a.order - b.order),
    auditors: pick(rooms, isAuditor),
    upgrades: pick(rooms, isUpgrade),
    sessionSources: pick(rooms, isSessionSource),
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
