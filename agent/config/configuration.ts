import { existsSync, readFileSync, rmSync } from 'node:fs'
import { isRoot } from '../capabilities.ts'
import { bootId } from '../facts/host.ts'
import { isObject, type LooseJson } from '../loose.ts'
import { reasonOf, CommandRefusal } from '../refusal.ts'
import { restoreBackup } from '../restore.ts'
import { hasTool } from '../run-tool.ts'
import type { StateDirectory } from '../state-directory.ts'
import { tell } from '../tell.ts'
import { dhcpTool } from './dhcp-client.ts'
import { hasZone, resolverIsManaged } from './host-names.ts'
import { type HostState, only, putBack, putHost, readHostState, targetOf } from './host-state.ts'
import type { LinkState } from './link-state.ts'
import {
  inSubnet,
  readDocument,
  type RejectedParameter,
  type DesiredSettings,
  type WantedAddress,
} from './read-document.ts'
import { usersOf } from './subnet-users.ts'
import { builtDocument, trueDocument } from './tell-document.ts'

/** The configuration of this host, as the controller gives it. */
export interface Configuration {
  /** Number of the one in force; 0: none was ever given. */
  readonly uuid: number
  /** Once, before the first word to the gateway: finishes what a killed agent left, and puts in force what was. */
  resume(): Promise<void>
  /** Answers what was rejected; then nothing was touched. Throws a Refusal. */
  configure(uuid: unknown, config: unknown): Promise<RejectedParameter[]>
  /** Returns to how the host is now after so many seconds, unless it is told `confirm`. */
  arm(uuid: unknown, seconds: unknown): Promise<void>
  confirm(uuid: unknown): Promise<void>
  /** Files are about to be written over: while the host is armed, these are what it returns to. An archive of them. */
  keepFiles(archive: Buffer): void
  running(): Promise<{ uuid: number; config: LooseJson }>
}

interface ReceivedConfiguration {
  uuid: number
  config: LooseJson
  /** Addresses of its interfaces before it; absent: an older agent took it. */
  from?: Record<string, string>
}

/** Left on disk while the host is being changed: how the changed interfaces were. */
interface ConfigurationJournal {
  boot: string
  from: HostState
}

/** Left on disk until it is confirmed. */
interface ArmedConfiguration extends ConfigurationJournal {
  uuid: number
  /** Seconds since boot. */
  until: number
  /** Interfaces that were changed since. */
  touched: string[]
  /** Null: none was in force. */
  before: ReceivedConfiguration | null
}

const files = {
  given: 'configuration.json',
  journal: 'journal.json',
  armed: 'armed.json',
  kept: 'armed-files.tar.gz',
} as const
const largestNumber = 2_147_483_647
const longestSeconds = 3600

/** `changed` is told whenever addresses may have moved: the line to the gateway may be a dead one. */
export function openConfiguration(directory: StateDirectory, changed: () => void): Configuration {
  const given = () => readJson(directory.file(files.given)) as ReceivedConfiguration | undefined
  const journal = () => readJson(directory.file(files.journal)) as ConfigurationJournal | undefined
  const pending = () => readJson(directory.file(files.armed)) as ArmedConfiguration | undefined
  const put = (name: string, value: object) => directory.put(name, `${JSON.stringify(value)}\n`)
  const drop = (name: string) => rmSync(directory.file(name), { force: true })
  let timer: NodeJS.Timeout | undefined
  let turn: Promise<unknown> = Promise.resolve()
  /** One after the other: a return must not meet a configuration half way. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work)
    turn = mine.catch(() => undefined)
    return mine
  }

  /** Makes the host so, or leaves it as it was. */
  const change = async (target: HostState, from: HostState) => {
    put(files.journal, { boot: await bootId(), from } satisfies ConfigurationJournal)
    try {
      await putHost(target)
    } catch (error) {
      await putBack(from)
      drop(files.journal)
      throw error
    }
  }

  /** After another boot the addresses are those the host gave itself; only its names were changed for good. */
  const undo = async ({ boot, from }: ConfigurationJournal) => {
    await putBack(boot === (await bootId()) ? from : { ...from, links: {} })
    drop(files.journal)
  }

  const goBack = async () => {
    const armed = pending()
    if (!armed) return
    const { boot, from, touched, before } = armed
    put(files.journal, { boot, from: only(from, touched) } satisfies ConfigurationJournal)
    if (before) put(files.given, before)
    else drop(files.given)
    if (existsSync(directory.file(files.kept))) await restoreBackup(readFileSync(directory.file(files.kept)))
    drop(files.armed)
    drop(files.kept)
    tell({ zh: '配置未获确认，已恢复原配置', en: 'The configuration was not confirmed; returning to the former one' })
    await undo({ boot, from: only(from, touched) })
    changed()
  }

  const watch = ({ until }: ArmedConfiguration) => {
    clearTimeout(timer)
    const back = () => void inTurn(goBack).catch((error) => tell(reasonOf(error).words))
    timer = setTimeout(back, Math.max(0, until - sinceBoot()) * 1000)
  }

  const enforce = async ({ config }: ReceivedConfiguration) => {
    const now = await readHostState()
    const { wanted } = readDocument(config, Object.keys(now.links))
    await change(targetOf(wanted, now), only(now, [...wanted.links.keys()]))
    drop(files.journal)
  }

  return {
    get uuid() {
      return given()?.uuid ?? 0
    },
    resume: () =>
      inTurn(async () => {
        if (!canConfigure()) return
        const left = journal()
        if (left) await undo(left)
        const armed = pending()
        const late = armed && (armed.boot !== (await bootId()) || armed.until <= sinceBoot())
        if (late) await goBack()
        else if (armed) watch(armed)
        const own = given()
        if (own) await enforce(own)
      }).catch((error) => tell(reasonOf(error).words)),
    configure: (uuid, config) =>
      inTurn(async () => {
        demandAbility()
        const number = whole(uuid, largestNumber, 'uuid')
        if (!isObject(config))
          throw new CommandRefusal({ zh: '没有配置内容', en: 'There is no configuration in it' }, {}, 1)
        if (number === given()?.uuid) return []
        const now = await readHostState()
        const { wanted, rejected } = readDocument(config, Object.keys(now.links))
        const all = [...rejected, ...lacksFor(wanted, now), ...(await boundOf(wanted, now, given()?.from ?? {}))]
        if (all.length > 0) return all.slice(0, 64)
        const devices = [...wanted.links.keys()]
        const armed = pending()
        if (armed)
          put(files.armed, {
            ...armed,
            touched: [...new Set([...armed.touched, ...devices])],
          } satisfies ArmedConfiguration)
        const former = given()
        const was = former && readDocument(former.config, Object.keys(now.links)).wanted
        await change(targetOf(wanted, now, was), only(now, devices))
        const from = Object.fromEntries(devices.map((device) => [device, addressOf(now.links[device]) ?? '']))
        put(files.given, { uuid: number, config, from } satisfies ReceivedConfiguration)
        drop(files.journal)
        changed()
        return []
      }),
    arm: (uuid, seconds) =>
      inTurn(async () => {
        demandAbility()
        const number = whole(uuid, largestNumber, 'uuid')
        const until = sinceBoot() + whole(seconds, longestSeconds, 'seconds')
        const before = given() ?? null
        const now = { boot: await bootId(), from: await readHostState(), touched: [], before }
        // armed again before it was confirmed: it still returns to what was confirmed last
        const armed: ArmedConfiguration = { ...now, ...pending(), uuid: number, until }
        put(files.armed, armed)
        watch(armed)
      }),
    confirm: (uuid) =>
      inTurn(async () => {
        const number = whole(uuid, largestNumber, 'uuid')
        const armed = pending()
        if (!armed && given()?.uuid === number) return
        if (armed?.uuid !== number)
          throw new CommandRefusal({ zh: '没有等待确认的这个配置', en: 'Not armed for this configuration' }, {}, 1)
        clearTimeout(timer)
        drop(files.armed)
        drop(files.kept)
      }),
    keepFiles(archive) {
      if (pending() && !existsSync(directory.file(files.kept))) directory.put(files.kept, archive)
    },
    running: () =>
      inTurn(async () => {
        const own = given()
        const state = await readHostState()
        const config = own ? trueDocument(own.config, state) : await builtDocument(state)
        const uuid = own?.uuid ?? 0
        return { uuid, config: { ...config, uuid } }
      }),
  }
}

/** Whether this agent may and can: what it announces. */
export const canConfigure = (): boolean => isRoot() && hasTool('ip')

function demandAbility(): void {
  if (!isRoot())
    throw new CommandRefusal({
      zh: '代理程序未以 root 运行，不能更改配置',
      en: 'The agent does not run as root and cannot change the configuration',
    })
  if (!hasTool('ip')) throw new CommandRefusal({ zh: '本机没有 ip 命令', en: 'This host has no ip tool' })
}

/** What the host would need for this and does not have. */
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
 * Networks that cannot go where they are wanted: another interface is there, or programs of the host would stay behind. Back to where
 * the last configuration took it from (`former`), a network goes in any case: a change must be taken back.
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
    // the way to the gateway is no network of its own
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

/** Where an interface will be. */
const networksOf = (wanted: WantedAddress | undefined, addresses: LinkState['addresses']): string[] =>
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

function readJson(path: string): unknown {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
