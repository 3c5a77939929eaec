import { kernel } from '../documents/linux-host.ts'
import { devicesBelow, terminalsBelow } from '../documents/neighbours.ts'
import { loadOf, memoryOf } from '../documents/unit.ts'
import { interfacesOf, linuxTables } from '../documents/linux-tables.ts'
import { addressIn } from '../model/network.ts'
import type { CommandedDevice } from '../device/commanded-device.ts'
import { seconds } from '../world.ts'
import { hash32 } from '../random.ts'

export interface Output {
  exit: number
  text: string
}

/** Runs a script line by line with the few known commands; the exit status is that of the last line. */
export function runScript(device: CommandedDevice, script: string): Output {
  const sweep = /^for ip in ([\d. ]+); do$/m.exec(script)
  if (sweep?.[1] && /\bneigh show\b/.test(script))
    return { exit: 0, text: sweepText(device, new Set(sweep[1].split(' '))) }
  const lines = script
    .split(/[\n;]/)
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('#'))
  let exit = 0
  let text = ''
  for (const line of lines.slice(0, 100)) {
    const output = runLine(device, line)
    exit = output.exit
    text += output.text
  }
  return { exit, text }
}

/** The output of a ping of many addresses and of the neighbour table: the present devices of the network. */
function sweepText({ node }: CommandedDevice, request: ReadonlySet<string>): string {
  const { gateway } = node
  const { subnet } = gateway
  if (!subnet || !node.reachable) return ''
  const all = [
    { ip: addressIn(subnet, 1), mac: gateway.mac, self: gateway === node },
    ...[...devicesBelow(gateway)].map((one) => ({ ip: one.address, mac: one.mac, self: one === node })),
    ...[...terminalsBelow(gateway)].map(({ terminal }) => ({
      ip: addressIn(subnet, terminal.host),
      mac: terminal.mac,
      self: false,
    })),
  ].filter(({ ip }) => request.has(ip))
  const up = all.map(({ ip }) => `up ${ip}\n`)
  const table = all.filter(({ self }) => !self).map(({ ip, mac }) => `${ip} dev br-lan lladdr ${mac} REACHABLE\n`)
  return [...up, ...table].join('')
}

type ShellCommand = (device: CommandedDevice, args: string[]) => string

/** One command line; pipes and redirections are ignored, since there are no files here. */
export function runLine(device: CommandedDevice, line: string): Output {
  // `2>&1` leaves its 2 behind
  const words = (line.split(/\d?>|[|&]/)[0] ?? '').trim().split(/\s+/)
  const [name = '', ...args] = words
  const run = Object.hasOwn(programs, name) ? programs[name] : undefined
  if (!run) return { exit: 127, text: `sh: ${name}: not found\n` }
  const text = run(device, args)
  return { exit: text.startsWith('!') ? 1 : 0, text: text.replace(/^!/, '') }
}

const programs: Readonly<Record<string, ShellCommand>> = {
  true: () => '',
  echo: (_, args) => `${args.join(' ').replace(/["']/g, '')}\n`,
  date: () => `${new Date().toUTCString()}\n`,
  hostname: ({ node }) => `${node.hostname}\n`,
  uname: ({ node, family }) => `Linux ${node.hostname} ${family === 'linux' ? kernel : '5.4.164'} #1 SMP simulated\n`,
  whoami: () => 'root\n',
  id: () => 'uid=0(root) gid=0(root) groups=0(root)\n',
  pwd: () => '/root\n',
  ls: () => '',
  cat: (device, [file = '']) => files[file]?.(device) ?? `!cat: ${file}: No such file or directory\n`,
  uptime: (device) => uptime(device),
  free: (device) => free(device),
  ip: (device, args) => ip(device, args),
  ifconfig: (device) => ip(device, ['addr']),
  ping: (device, args) => pingText(device, hostIn(args), countIn(args)),
  traceroute: (device, args) => traceText(device, hostIn(args)),
  help: () => `simulated device; commands: ${Object.keys(programs).join(' ')}\n`,
}

const files: Readonly<Record<string, (device: CommandedDevice) => string>> = {
  '/etc/os-release': ({ firmware }) => `PRETTY_NAME="${firmware}"\n`,
  '/etc/hostname': ({ node }) => `${node.hostname}\n`,
  '/proc/uptime': ({ node }) => `${(seconds() - node.bootAt).toFixed(2)} 0.00\n`,
  '/proc/loadavg': ({ node }) => `${loadOf(node, seconds()).join(' ')} 1/142 4021\n`,
}

function uptime({ node }: CommandedDevice): string {
  const up = Math.floor(seconds() - node.bootAt)
  const days = Math.floor(up / 86_400)
  const clock = new Date(up * 1000).toISOString().slice(11, 16)
  return ` ${new Date().toTimeString().slice(0, 8)} up ${days > 0 ? `${days} days, ` : ''}${clock},  load average: ${loadOf(node, seconds()).join(', ')}\n`
}

function free({ node }: CommandedDevice): string {
  const { total, free: unused, cached, buffered } = memoryOf(node, seconds())
  const kilo = (bytes: number) => String(Math.round(bytes / 1024)).padStart(12)
  return `              total        used        free  buff/cache\nMem: ${kilo(total)}${kilo(total - unused - cached - buffered)}${kilo(unused)}${kilo(cached + buffered)}\n`
}

function ip({ node }: CommandedDevice, [what = 'addr']: string[]): string {
  if (node.model.type !== 'linux') return `${node.uplink?.name ?? 'lo'}: ${node.address || node.wans[0]?.address}\n`
  if (/^r/.test(what))
    return linuxTables
      .routes(node, seconds())
      .map((row) => `${row.destination}${row.gateway ? ` via ${row.gateway}` : ''} dev ${row.device}\n`)
      .join('')
  if (/^n/.test(what))
    return linuxTables
      .neighbours(node, seconds())
      .map((row) => `${row.address} dev ${row.device} lladdr ${row.mac} ${row.state}\n`)
      .join('')
  return interfacesOf(node)
    .map(({ name, up, mtu, mac, addresses }, i) => {
      const lines = [
        `${i + 1}: ${name}: <${up ? 'BROADCAST,MULTICAST,UP,LOWER_UP' : 'NO-CARRIER,BROADCAST,MULTICAST,UP'}> mtu ${mtu} state ${up ? 'UP' : 'DOWN'}`,
      ]
      if (mac) lines.push(`    link/ether ${mac} brd ff:ff:ff:ff:ff:ff`)
      for (const address of addresses)
        lines.push(`    inet ${address} scope ${name === 'lo' ? 'host' : 'global'} ${name}`)
      return `${lines.join('\n')}\n`
    })
    .join('')
}

const hostIn = (args: string[]) => args.filter((word) => !word.startsWith('-')).pop() ?? ''
const countIn = (args: string[]) => Math.min(20, Math.max(1, Number(args[args.indexOf('-c') + 1]) || 4))

/** The output of `ping`; the internet replies unless every uplink is cut. */
export function pingText(device: CommandedDevice, host: string, count: number): string {
  if (!/^[\w.:-]+$/.test(host)) return `!ping: bad address '${host}'\n`
  const away = outside(device, host)
  const base = away === undefined ? 0 : away
  const lines = Array.from(
    { length: count },
    (_, i) =>
      `64 bytes from ${host}: icmp_seq=${i + 1} ttl=${away ? 53 : 64} time=${(base + device.world.random.between(0.3, 2)).toFixed(3)} ms`,
  )
  const lost = away === undefined
  const received = lost ? 0 : count
  const summary = `\n--- ${host} ping statistics ---\n${count} packets transmitted, ${received} received, ${lost ? 100 : 0}% packet loss\n`
  return `${lost ? '!' : ''}PING ${host} (${host}): 56 data bytes\n${lost ? '' : `${lines.join('\n')}\n`}${summary}`
}

/** Round-trip milliseconds of a host: none for local hosts, undefined when no uplink works. */
function outside({ clock, node }: CommandedDevice, host: string): number | undefined {
  if (/^(10\.|192\.168\.|127\.)/.test(host)) return node.reachable ? 0.001 : undefined
  const { root } = clock.site
  const line = root.wans.some((wan) => !wan.cut && !wan.refused)
  return line && node.reachable ? 4 + (hash32(host) % 60) : undefined
}

export function traceText(device: CommandedDevice, host: string): string {
  if (!/^[\w.:-]+$/.test(host)) return `!traceroute: bad address '${host}'\n`
  const hops = [
    ...hopsOf(device),
    ...(outside(device, host) === undefined ? ['*', '*', '*'] : ['203.0.113.1', '198.51.100.9', host]),
  ]
  const lines = hops.map(
    (hop, i) =>
      `${String(i + 1).padStart(2)}  ${hop}${hop === '*' ? '' : `  ${(0.5 + i * 2.7 + device.world.random.next()).toFixed(3)} ms`}`,
  )
  return `traceroute to ${host} (${host}), 30 hops max\n${lines.join('\n')}\n`
}

function hopsOf({ node }: CommandedDevice): string[] {
  const hops: string[] = []
  for (let at = node.parent; at; at = at.parent) if (at.isGateway) hops.push(at.address || (at.wans[0]?.gateway ?? '*'))
  return hops
}
