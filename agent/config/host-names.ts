import {
  lstatSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { hasSystemd } from '../host/has-systemd.ts'
import { nameServersOf } from '../facts/resolver.ts'
import { CommandRefusal } from '../refusal.ts'
import { hasTool, type Ran, runTool } from '../host/run-tool.ts'

/** Names of the host and its name servers; an absent value could not be read. */
export interface HostNames {
  hostname: string
  timezone?: string
  /** The whole content of /etc/resolv.conf. */
  resolver?: string
}

const zones = '/usr/share/zoneinfo'
const resolverFile = '/etc/resolv.conf'
const largestResolver = 65_536

export function readNames(): HostNames {
  const timezone = readZone()
  const resolver = readSmall(resolverFile)
  return {
    hostname: hostname().slice(0, 64),
    ...(timezone === undefined ? {} : { timezone }),
    ...(resolver === undefined ? {} : { resolver }),
  }
}

function readSmall(path: string): string | undefined {
  try {
    return statSync(path).size <= largestResolver ? readFileSync(path, 'utf8') : undefined
  } catch {
    return undefined
  }
}

function readZone(): string | undefined {
  try {
    return /zoneinfo\/(.+)$/.exec(readlinkSync('/etc/localtime'))?.[1]
  } catch {
    return readSmall('/etc/timezone')?.trim() || undefined
  }
}

export function hasZone(zone: string): boolean {
  try {
    return statSync(`${zones}/${zone}`).isFile()
  } catch {
    return false
  }
}

/** Why name servers cannot be set here: another program writes the file. */
export function resolverIsManaged(): boolean {
  try {
    return lstatSync(resolverFile).isSymbolicLink()
  } catch {
    return false
  }
}

/** The file with other name servers; the rest is kept. */
export function withServers(resolver: string, servers: readonly string[]): string {
  if (nameServersOf(resolver).join() === servers.join()) return resolver
  const others = resolver.split('\n').filter((line) => line !== '' && !/^\s*nameserver\b/.test(line))
  return `${[...others, ...servers.map((server) => `nameserver ${server}`)].join('\n')}\n`
}

/** Writes only differences, here and below. */
export async function putHostName({ hostname: name }: HostNames): Promise<void> {
  if (name === readNames().hostname) return
  if (hasSystemd() && hasTool('hostnamectl'))
    return demand(await runTool('hostnamectl', ['set-hostname', name]), 'hostnamectl')
  writeFileSync('/proc/sys/kernel/hostname', name)
  writeFileSync('/etc/hostname', `${name}\n`)
}

export async function putZone({ timezone: zone }: HostNames): Promise<void> {
  if (zone === undefined || zone === readZone()) return
  if (hasSystemd() && hasTool('timedatectl'))
    return demand(await runTool('timedatectl', ['set-timezone', zone]), 'timedatectl')
  const fresh = '/etc/.localtime.belvedere'
  rmSync(fresh, { force: true })
  symlinkSync(`${zones}/${zone}`, fresh)
  renameSync(fresh, '/etc/localtime')
  if (readSmall('/etc/timezone') !== undefined) writeFileSync('/etc/timezone', `${zone}\n`)
}

/** Written in place: in containers the file is a mount and cannot be replaced. */
export async function putResolver({ resolver }: HostNames): Promise<void> {
  if (resolver !== undefined && resolver !== readSmall(resolverFile)) writeFileSync(resolverFile, resolver)
}

/** Throws a Refusal with the output of the tool. */
export function demand({ ok, out, err, timedOut }: Ran, tool: string): void {
  if (ok) return
  const text = (timedOut ? 'timed out' : (err || out).trim().split('\n')[0] || 'failed').slice(0, 300)
  throw new CommandRefusal({ zh: '{tool}：{text}', en: '{tool}: {text}' }, { tool, text })
}
