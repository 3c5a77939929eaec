import { setTimeout as pause } from 'node:timers/promises'
import { compact } from '../loose.ts'
import { readRoutes, wanDevices } from '../facts/routes.ts'
import { hasTool, runTool } from '../host/run-tool.ts'

/** The result of the packets to one address over one line, within the last rounds. */
export interface Probe {
  target: string
  /** It is the gateway of the line, not an address beyond it. */
  gateway?: true
  sent: number
  lost: number
  /** Mean of the received replies. */
  rtt_ms?: number
}

/** Target addresses of a line; absent: the default ones. */
export type Targets = Readonly<Record<string, readonly string[]>>

/** Public name servers, one in China and one elsewhere: an address that never replies is ignored. */
export const usualTargets: readonly string[] = ['223.5.5.5', '1.1.1.1']

const mostLines = 8
const roundMs = 10_000
/** Packets of a round, half a second apart, and rounds of a result: 80 packets in 40 s. */
const packets = 20
const rounds = 4
/** Loss from which a line counts as lossy: then states are sent sooner. */
const lossy = 0.03
const soonMs = 25_000

interface ProbeRound {
  sent: number
  lost: number
  rtt_ms?: number
}

interface ProbePath {
  line: string
  target: string
  gateway: boolean
}

/** Continuously pings the gateway and the target addresses of each line. */
export interface LineMeter {
  /** No result for a line without any reply so far. */
  probesOf(line: string): Probe[] | undefined
  stop(): void
}

/** `news` is called when the loss of a line begins or ends, and repeatedly during it. */
export function startLineMeter(targetsOf: () => Targets, news: () => void): LineMeter {
  const results = new ProbeResults()
  const ending = new AbortController()
  let reported = { lossy: false, at: Number.NEGATIVE_INFINITY }
  const watch = async () => {
    while (!ending.signal.aborted) {
      const ways = await waysNow(targetsOf())
      const [measured] = await Promise.all([
        Promise.all(ways.map(async (way) => ({ ...way, round: await pingRound(way) }))),
        pause(roundMs, undefined, { signal: ending.signal, ref: false }).catch(() => undefined),
      ])
      results.take(measured)
      const now = { lossy: results.worst() >= lossy, at: performance.now() }
      if (now.lossy !== reported.lossy || (now.lossy && now.at - reported.at >= soonMs)) {
        reported = now
        if (!ending.signal.aborted) news()
      }
    }
  }
  if (hasTool('ping')) void watch()
  return { probesOf: (line) => results.of(line), stop: () => ending.abort() }
}

async function waysNow(targets: Targets): Promise<ProbePath[]> {
  const routes = await readRoutes()
  return wanDevices(routes)
    .slice(0, mostLines)
    .flatMap((line) => {
      const route = routes.find(({ destination, device }) => destination === 'default' && device === line)
      const beyond = (targets[line] ?? usualTargets).filter((target) => target !== route?.gateway)
      const gateway = route?.gateway ? [{ line, target: route.gateway, gateway: true }] : []
      return [...gateway, ...beyond.map((target) => ({ line, target, gateway: false }))]
    })
}

/** Undefined: no result. */
async function pingRound({ line, target }: ProbePath): Promise<ProbeRound | undefined> {
  const words = ['-n', '-q', '-i', '0.5', '-c', String(packets), '-W', '1', '-I', line, target]
  const ran = await runTool('ping', words, { timeout: roundMs + 5000, max: 4096 })
  return ran.missing ? undefined : roundOf(`${ran.out}\n${ran.err}`)
}

/** The last lines of `ping -q`, of iputils and BusyBox; a line without a route to the address loses all packets. */
export function roundOf(printed: string): ProbeRound | undefined {
  const [, sent, back] = /(\d+) packets transmitted, (\d+) (?:packets )?received/.exec(printed) ?? []
  if (sent === undefined || back === undefined)
    return /unreachable/i.test(printed) ? { sent: packets, lost: packets } : undefined
  const rtt = /(?:rtt|round-trip) min\/avg\/max\S* = [\d.]+\/([\d.]+)\//.exec(printed)?.[1]
  // a duplicate reply counts once
  const lost = Math.max(0, Number(sent) - Number(back))
  return compact({ sent: Number(sent), lost, rtt_ms: rtt === undefined ? undefined : Number(rtt) })
}

interface ProbeHistory extends ProbePath {
  rounds: ProbeRound[]
  answered: boolean
}

/** The last rounds of each address; an address that never replied gives no result. */
export class ProbeResults {
  #known = new Map<string, ProbeHistory>()

  /** Removes addresses that are not measured any more. */
  take(measured: readonly (ProbePath & { round: ProbeRound | undefined })[]): void {
    const now = new Map<string, ProbeHistory>()
    for (const { round, ...way } of measured) {
      const key = `${way.line} ${way.target}`
      const before = this.#known.get(key)
      const list = [...(before?.rounds ?? []), ...(round ? [round] : [])].slice(-rounds)
      const answered = before?.answered === true || (round !== undefined && round.lost < round.sent)
      now.set(key, { ...way, rounds: list, answered })
    }
    this.#known = now
  }

  of(line: string): Probe[] | undefined {
    const probes = [...this.#known.values()].filter((one) => one.line === line && one.answered).map(probeOf)
    return probes.length > 0 ? probes : undefined
  }

  /** The highest loss of any address. */
  worst(): number {
    const known = [...this.#known.values()].filter(({ answered }) => answered).map(probeOf)
    return Math.max(0, ...known.map(({ sent, lost }) => (sent > 0 ? lost / sent : 0)))
  }
}

function probeOf({ target, gateway, rounds: list }: ProbeHistory): Probe {
  const sum = (of: (round: ProbeRound) => number) => list.reduce((all, round) => all + of(round), 0)
  const back = sum(({ sent, lost }) => sent - lost)
  const times = sum(({ sent, lost, rtt_ms = 0 }) => rtt_ms * (sent - lost))
  return compact({
    target,
    gateway: gateway || undefined,
    sent: sum(({ sent }) => sent),
    lost: sum(({ lost }) => lost),
    rtt_ms: back > 0 ? Math.round((times / back) * 100) / 100 : undefined,
  }) as Probe
}
