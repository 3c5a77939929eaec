import type { AgentLack } from '@belvedere/contract/kit/agent-lacks.ts'
import { cgiTypes } from '@belvedere/contract/kit/cgi-catalogue.ts'
import { configParts } from '../config/parts.ts'
import { countsFlows } from '../facts/app-flows.ts'
import { hardwareMac, readHost } from '../facts/host.ts'
import { hasLogs } from '../logs/log-files.ts'
import { hasLeaseFile } from '../facts/leases.ts'
import { listFolder, readText } from './read-file.ts'
import { hasSystemd } from './has-systemd.ts'
import { hasTool } from './run-tool.ts'
import { version } from '../version.ts'

/** True when the agent has the rights of the administrator. */
export const isRoot = (): boolean => process.getuid?.() === 0

/** Capabilities of this host and agent, as `connect` reports them. */
export async function readCapabilities(): Promise<Record<string, unknown>> {
  const host = await readHost()
  const missing = await readMissing()
  const mac = await hardwareMac()
  return {
    platform: 'linux',
    model: host.model,
    compatible: `linux_${host.architecture}`,
    vendor: host.vendor,
    hostname: host.hostname,
    ...(mac !== undefined && { label_macaddr: mac }),
    system: host.system,
    kernel: host.kernel,
    'x-belvedere': {
      version: 1,
      agent: version,
      node: process.version,
      methods: methodsWithout(missing),
      cgi: [...cgiTypes],
      interfaces: await interfaceNames(),
      kinds: Object.keys(configParts),
      root: isRoot(),
      missing,
      ...(missing.includes('accounting') ? {} : { apps: 1 }),
    },
  }
}

/** Members that a configuration may have. */
async function interfaceNames(): Promise<string[]> {
  const names = await listFolder('/sys/class/net')
  return names.filter((name) => name !== 'lo').slice(0, 64)
}

function methodsWithout(missing: readonly AgentLack[]): string[] {
  const can = (lack: AgentLack) => !missing.includes(lack)
  const optional = {
    restore: can('root'),
    ping: can('ping'),
    measure: can('ping'),
    trace: can('traceroute'),
    service: can('root') && can('systemd'),
    configure: can('root') && can('ip'),
    arm: can('root') && can('ip'),
    confirm: can('root') && can('ip'),
    running: can('ip'),
  }
  return [
    'cgi',
    'backup',
    ...Object.keys(optional).filter((key) => optional[key as keyof typeof optional]),
    'shell',
    'tunnel',
    'samples',
    'certificate',
    ...(can('log') ? ['logs'] : []),
  ]
}

async function readMissing(): Promise<AgentLack[]> {
  const [radios, leases, conntrack, log, accounting] = await Promise.all([
    listFolder('/sys/class/ieee80211'),
    hasLeaseFile(),
    readText('/proc/net/nf_conntrack', 1),
    hasLogs(),
    countsFlows(),
  ])
  const any = (...tools: string[]) => tools.some(hasTool)
  const has: Record<AgentLack, boolean> = {
    root: isRoot(),
    ip: any('ip'),
    bridge: any('bridge'),
    ping: any('ping'),
    traceroute: any('traceroute', 'tracepath', 'mtr', 'ping'),
    pty: any('script', 'python3'),
    conntrack: conntrack !== undefined || any('conntrack'),
    accounting,
    dnsmasq: leases,
    lldpd: any('lldpcli'),
    wifi: radios.length === 0 || any('iw', 'hostapd_cli'),
    systemd: hasSystemd(),
    log,
  }
  return (Object.keys(has) as AgentLack[]).filter((key) => !has[key])
}
