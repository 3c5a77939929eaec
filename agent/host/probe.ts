import { number } from '../loose.ts'
import { CommandRefusal } from '../refusal.ts'
import { hasTool, type Ran, runTool } from './run-tool.ts'

/** Host names and addresses; nothing that a tool reads as an option. */
const hostPattern = /^[A-Za-z0-9_:][A-Za-z0-9_.:%-]{0,252}$/

/** The output of `ping`, with or without a reply of the host. */
export async function ping(host: unknown, count: unknown): Promise<string> {
  const target = checked(host)
  const times = Math.min(20, Math.max(1, Math.floor(number(count) ?? 4)))
  return printed(
    await runTool('ping', ['-n', '-c', String(times), '-W', '2', target], { timeout: (times * 3 + 5) * 1000 }),
    'ping',
  )
}

/** The route to a host, by the first available tool; without a tracing tool, hop by hop with ping. */
export async function trace(host: unknown): Promise<string> {
  const target = checked(host)
  const tools: Record<string, string[]> = {
    traceroute: ['-n', '-q', '1', '-w', '1', '-m', '30', target],
    tracepath: ['-n', '-m', '30', target],
    mtr: ['-n', '-r', '-c', '1', target],
  }
  const tool = Object.keys(tools).find(hasTool)
  if (tool) return printed(await runTool(tool, tools[tool] ?? [], { timeout: 60_000 }), tool)
  if (!hasTool('ping')) throw missing('traceroute')
  return traceByPing(target)
}

function checked(host: unknown): string {
  if (typeof host === 'string' && hostPattern.test(host)) return host
  throw new CommandRefusal({ zh: '主机名或地址无效', en: 'This is not a host name or address' }, {}, 1)
}

function printed(ran: Ran, tool: string): string {
  if (ran.missing) throw missing(tool)
  const text = `${ran.out}${ran.err}`.trim().slice(0, 65_536)
  return ran.timedOut ? `${text}\n(timed out)` : text
}

function missing(tool: string): CommandRefusal {
  return new CommandRefusal({ zh: '本机没有 {tool} 命令', en: 'This host has no {tool}' }, { tool })
}

async function traceByPing(target: string): Promise<string> {
  const lines: string[] = []
  for (let hop = 1; hop <= 20; hop++) {
    const ran = await runTool('ping', ['-n', '-c', '1', '-W', '1', '-t', String(hop), target], { timeout: 5000 })
    const from = /^From (\S+?):? /m.exec(ran.out)?.[1] ?? /bytes from (\S+?):? /.exec(ran.out)?.[1]
    lines.push(`${String(hop).padStart(2)}  ${from ?? '*'}`)
    if (ran.ok) break
  }
  return lines.join('\n')
}
