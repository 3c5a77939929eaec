import { readFileSync } from 'node:fs'
import { isRoot } from '../host/capabilities.ts'
import { bootId } from '../facts/host.ts'
import { isObject, type LooseJson } from '../loose.ts'
import { reasonOf, CommandRefusal } from '../refusal.ts'
import { restoreBackup } from '../files/restore.ts'
import { hasTool } from '../host/run-tool.ts'
import type { StateDirectory } from '../files/state-directory.ts'
import { print } from '../print.ts'
import {
  type ArmedConfiguration,
  type ConfigurationJournal,
  type ConfigurationFiles,
  configurationFiles,
  type ReceivedConfiguration,
} from './configuration-files.ts'
import { dhcpTool } from './dhcp-client.ts'
import { hasZone, resolverIsManaged } from './host-names.ts'
import {
  type HostState,
  lasting,
  only,
  putBack,
  putHost,
  readHostState,
  targetOf,
  type TouchedState,
} from './host-state.ts'
import type { LinkState } from './link-state.ts'
import { configParts } from './parts.ts'
import {
  inSubnet,
  readDocument,
  type RejectedParameter,
  type DesiredSettings,
  type DesiredAddress,
} from './read-document.ts'
import { usersOf } from './subnet-users.ts'
import { builtDocument, trueDocument } from './running-document.ts'

/** The configuration of this host as the controller sets it. */
export interface Configuration {
  /** Number of the active configuration; 0: none yet. */
  readonly uuid: number
  /**
   * Called once, before the first message to the gateway: completes what a killed agent left, and applies the stored
   * configuration.
   */
  resume(): Promise<void>
  /** Returns the rejected parts; then nothing was changed. Throws a CommandRefusal. */
  configure(uuid: unknown, config: unknown): Promise<RejectedParameter[]>
  /** Restores the present state of the host after this number of seconds, unless `confirm` is called. */
  arm(uuid: unknown, seconds: unknown): Promise<void>
  confirm(uuid: unknown): Promise<void>
  /**
   * Called before files are overwritten: while a rollback is armed, these are the files to restore. Returns an archive of them.
   */
  keepFiles(archive: Buffer): void
  running(): Promise<{ uuid: number; config: LooseJson }>
}

const largestNumber = 2_147_483_647
const longestSeconds = 3600

/** Shared context of the steps of a configuration. */
interface Parts {
  readonly files: ConfigurationFiles
  /** Called whenever addresses may have changed: the connection to the gateway may be dead. */
  changed(): void
  /** Rolls back to the former configuration when the time ends, unless it is cleared first. */
  watch(armed: ArmedConfiguration): void
  unwatch(): void
}

/** `changed` is called whenever addresses may have changed: the connection to the gateway may be dead. */
export function openConfiguration(directory: StateDirectory, changed: () => void): Configuration {
  const files = configurationFiles(directory)
  let timer: NodeJS.Timeout | undefined
  let turn: Promise<unknown> = Promise.resolve()
  /** Operations run one after the other: a rollback must not run during a change. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work)
    turn = mine.catch(() => undefined)
    return mine
  }
  const unwatch = () => clearTimeout(timer)
  const watch = ({ until }: ArmedConfiguration) => {
    unwatch()
    const back = () => void inTurn(() => goBack(parts)).catch((error) => print(reasonOf(error).words))
    timer = setTimeout(back, Math.max(0, until - sinceBoot()) * 1000)
  }
  const parts: Parts = { files, changed, watch, unwatch }
  return {
    get uuid() {
      return files.given()?.uuid ?? 0
    },
    resume: () => inTurn(() => resume(parts)).catch((error) => print(reasonOf(error).words)),
    configure: (uuid, config) => inTurn(() => configure(parts, uuid, config)),
    arm: (uuid, seconds) => inTurn(() => arm(parts, uuid, seconds)),
    confirm: (uuid) => inTurn(async () => confirm(parts, uuid)),
    keepFiles(archive) {
      if (files.armed() && !files.keptArchive()) files.keepArchive(archive)
    },
    running: () => inTurn(() => readRunning(files)),
  }
}

/** Changes the host to this state, or restores the previous one. */
async function change(files: ConfigurationFiles, target: HostState, from: HostState): Promise<void> {
  files.put('journal', { boot: await bootId(), from })
  try {
    await putHost(target)
  } catch (error) {
    await putBack(from)
    files.drop('journal')
    throw error
  }
}

/** After another boot the addresses come from the host's own configuration; only its names were changed permanently. */
async function undo(files: ConfigurationFiles, { boot, from }: ConfigurationJournal): Promise<void> {
  await putBack(boot === (await bootId()) ? from : lasting(from))
  files.drop('journal')
}

async function goBack({ files, changed }: Parts): Promise<void> {
  const armed = files.armed()
  if (!armed) return
  const { boot, from, touched, kinds = [], before } = armed
  const changes = only(from, { devices: touched, kinds })
  files.put('journal', { boot, from: changes })
  if (before) files.put('given', before)
  else files.drop('given')
  const archive = files.keptArchive()
  if (archive) await restoreBackup(archive)
  files.drop('armed')
  files.drop('kept')
  print({ zh: '配置未获确认，已恢复原配置', en: 'The configuration was not confirmed; returning to the former one' })
  await undo(files, { boot, from: changes })
  changed()
}

async function enforce(files: ConfigurationFiles, { config }: ReceivedConfiguration): Promise<void> {
  const now = await readHostState()
  const { wanted } = readDocument(config, Object.keys(now.links))
  // a start does not undo later manual changes
  await change(files, targetOf(wanted, now, now.parts), only(now, touchedBy(wanted)))
  files.drop('journal')
}

async function resume(parts: Parts): Promise<void> {
  const { files, watch } = parts
  if (!canConfigure()) return
  const left = files.journal()
  if (left) await undo(files, left)
  const armed = files.armed()
  const late = armed && (armed.boot !== (await bootId()) || armed.until <= sinceBoot())
  if (late) await goBack(parts)
  else if (armed) watch(armed)
  const own = files.given()
  if (own) await enforce(files, own)
}

async function configure({ files, changed }: Parts, uuid: unknown, config: unknown): Promise<RejectedParameter[]> {
  demandAbility()
  const number = whole(uuid, largestNumber, 'uuid')
  if (!isObject(config)) throw new CommandRefusal({ zh: '没有配置内容', en: 'There is no configuration in it' }, {}, 1)
  const former = files.given()
  if (number === former?.uuid) return []
  const now = await readHostState()
  const { wanted, rejected } = readDocument(config, Object.keys(now.links))
  const all = [
    ...rejected,
    ...lacksFor(wanted, now),
    ...(await boundOf(wanted, now, former?.from ?? {})),
    ...(await misfitsOf(wanted, now)),
  ]
  if (all.length > 0) return all.slice(0, 64)
  const touched = touchedBy(wanted)
  const armed = files.armed()
  if (armed) files.put('armed', { ...armed, ...joined(armed, touched) })
  const was = former && readDocument(former.config, Object.keys(now.links)).wanted
  const beside = besideOf(wanted, now, former)
  await change(files, targetOf(wanted, now, beside, was), only(now, touched))
  const from = Object.fromEntries(touched.devices.map((device) => [device, addressOf(now.links[device]) ?? '']))
  files.put('given', { uuid: number, config, from, beside })
  files.drop('journal')
  changed()
  return []
}

async function arm({ files, watch }: Parts, uuid: unknown, seconds: unknown): Promise<void> {
  demandAbility()
  const number = whole(uuid, largestNumber, 'uuid')
  const until = sinceBoot() + whole(seconds, longestSeconds, 'seconds')
  const before = files.given() ?? null
  const now = { boot: await bootId(), from: await readHostState(), touched: [], before }
  // armed again before it was confirmed: the target stays the last confirmed state
  const armed: ArmedConfiguration = { ...now, ...files.armed(), uuid: number, until }
  files.put('armed', armed)
  watch(armed)
}

function confirm({ files, unwatch }: Parts, uuid: unknown): void {
  const number = whole(uuid, largestNumber, 'uuid')
  const armed = files.armed()
  if (!armed && files.given()?.uuid === number) return
  if (armed?.uuid !== number)
    throw new CommandRefusal({ zh: '没有等待确认的这个配置', en: 'Not armed for this configuration' }, {}, 1)
  unwatch()
  files.drop('armed')
  files.drop('kept')
}

async function readRunning(files: ConfigurationFiles): Promise<{ uuid: number; config: LooseJson }> {
  const own = files.given()
  const state = await readHostState()
  const config = own ? trueDocument(own.config, state, own.beside) : await builtDocument(state)
  const uuid = own?.uuid ?? 0
  return { uuid, config: { ...config, uuid } }
}

const touchedBy = ({ links, parts }: DesiredSettings): TouchedState => ({
  devices: [...links.keys()],
  kinds: Object.keys(parts),
})

const joined = ({ touched, kinds = [] }: ArmedConfiguration, more: TouchedState) => ({
  touched: [...new Set([...touched, ...more.devices])],
  kinds: [...new Set([...kinds, ...more.kinds])],
})

/**
 * The host's own settings of each kind. Without a configuration the host has reported everything, so nothing is its own. Where
 * the former configuration did not contain a kind, its settings were not reported.
 */
function besideOf(
  { parts }: DesiredSettings,
  now: HostState,
  former: ReceivedConfiguration | undefined,
): Record<string, unknown> {
  const untold = Object.entries(parts).flatMap(([kind, value]) => {
    const part = configParts[kind]
    const isFirst = part && former && former.config[part.member] === undefined
    return isFirst ? [[kind, part.beside(value, now.parts?.[kind])] as const] : []
  })
  return { ...former?.beside, ...Object.fromEntries(untold) }
}

/** Parts that cannot be applied on this host, or on its future networks. */
async function misfitsOf(wanted: DesiredSettings, now: HostState): Promise<RejectedParameter[]> {
  const misfits: RejectedParameter[] = []
  const reject = (parameter: string, zh: string, en: string) => void misfits.push({ parameter, reason: { zh, en } })
  const devices = Object.keys(now.links)
  const networks = Object.entries(now.links).flatMap(([device, { addresses }]) =>
    networksOf(wanted.links.get(device), addresses).map((cidr) => ({ device, cidr })),
  )
  for (const [kind, value] of Object.entries(wanted.parts)) {
    const part = configParts[kind]
    await part?.check(value, `/${part.member}`, { devices, networks }, reject)
  }
  return misfits
}

/** Whether this agent has the rights and tools: the capability that it reports. */
export const canConfigure = (): boolean => isRoot() && hasTool('ip')

function demandAbility(): void {
  if (!isRoot())
    throw new CommandRefusal({
      zh: '代理程序未以 root 运行，不能更改配置',
      en: 'The agent does not run as root and cannot change the configuration',
    })
  if (!hasTool('ip')) throw new CommandRefusal({ zh: '本机没有 ip 命令', en: 'This host has no ip tool' })
}

/** Tools that are needed and missing on the host. */
function lacksFor({ timezone, links, dns }: DesiredSettings, now: HostState): RejectedParameter[] {
  const lacks: RejectedParameter[] = []
  const lack = (parameter: string, zh: string, en: string) => void lacks.push({ parameter, reason: { zh, en } })
  if (timezone !== undefined && timezone !== now.names.timezone && !hasZone(timezone))
    lack('/unit/timezone', `本机没有时区 ${timezone}`, `The host does not know the time zone ${timezone}`)
  const asks = [...links].filter(([device, { how }]) => {
    const link = now.links[device]
    return how === 'dynamic' && !link?.leased && !link?.addresses.some(({ dynamic }) => dynamic !== undefined)
  })
  if (asks.length > 0 && !dhcpTool())
    lack(
      '/interfaces',
      '本机没有 DHCP 客户端（udhcpc 或 dhclient）',
      'The host has no DHCP client (udhcpc or dhclient)',
    )
  if (dns && resolverIsManaged())
    lack('/interfaces', '/etc/resolv.conf 由其他程序管理', 'Another program keeps /etc/resolv.conf')
  return lacks
}

const addressOf = (link: LinkState | undefined) => link?.addresses.find(({ scope }) => scope === 'global')?.cidr

/**
 * Networks that cannot be moved to their target: another interface has the network, or programs of the host would remain on the
 * former one. A network can always move back to where the last configuration took it from (`former`): a change must be
 * reversible.
 */
async function boundOf(
  { links }: DesiredSettings,
  now: HostState,
  former: Readonly<Record<string, string>>,
): Promise<RejectedParameter[]> {
  const bound: RejectedParameter[] = []
  for (const [device, wanted] of links) {
    const link = now.links[device]
    if (
      wanted.how !== 'static' ||
      !link ||
      wanted.cidr === former[device] ||
      link.addresses.some(({ cidr }) => isSameNetwork(cidr, wanted.cidr))
    )
      continue
    const parameter = wanted.place
    const other = Object.entries(now.links).find(
      ([name, { addresses }]) =>
        name !== device && networksOf(links.get(name), addresses).some((cidr) => meet(cidr, wanted.cidr)),
    )?.[0]
    if (other !== undefined)
      bound.push({
        parameter,
        reason: {
          zh: `与接口 ${other} 的网段重叠，主机将无法访问其中一个网络`,
          en: `Overlaps the subnet of ${other}: the host could not reach one of the two`,
        },
      })
    // the network towards the gateway is not a network of the host
    if (link.routes.some((route) => route.startsWith('default'))) continue
    const from = addressOf(link)
    for (const { zh, en } of from ? await usersOf(from, wanted.cidr) : [])
      bound.push({
        parameter,
        reason: {
          zh: `本机的${zh}仍使用 ${from} 网段的地址，请先修改`,
          en: `The network of ${from} is still used by ${en} of this host: change that first`,
        },
      })
  }
  return bound
}

/** The interface that a network will be on. */
const networksOf = (wanted: DesiredAddress | undefined, addresses: LinkState['addresses']): string[] =>
  wanted?.how === 'static'
    ? [wanted.cidr]
    : wanted?.how === 'none'
      ? []
      : addresses.filter(({ scope }) => scope === 'global').map(({ cidr }) => cidr)

const addressIn = (cidr: string) => cidr.split('/')[0] as string
const meet = (one: string, other: string) => inSubnet(addressIn(one), other) || inSubnet(addressIn(other), one)
const isSameNetwork = (one: string, other: string) =>
  one.split('/')[1] === other.split('/')[1] && inSubnet(addressIn(one), other)

function whole(value: unknown, most: number, name: string): number {
  if (Number.isInteger(value) && (value as number) >= 1 && (value as number) <= most) return value as number
  throw new CommandRefusal({ zh: '{name} 无效', en: '{name} is not valid' }, { name }, 1)
}

function sinceBoot(): number {
  return Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0])
}
