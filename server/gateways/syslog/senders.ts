import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { logLine } from '@belvedere/drivers/kit/log-lines.ts'
import type { LogLine } from '@belvedere/drivers/kit/facts.ts'
import { cleanLine } from '@belvedere/pure/text/clean-line.ts'
import { parseSyslog, syslogToken } from '@belvedere/pure/protocol/syslog.ts'
import { placeOf } from '../../base/edge/address.ts'
import type { Bus } from '../../base/bus/bus.ts'
import type { LogIntake } from '../../devices/ingest/log-intake.ts'
import { countRate } from '../../base/edge/rate.ts'
import {
  type SyslogAnswer,
  type SyslogSourceRequest,
  syslogChangedSubject,
  syslogSubject,
} from '../../devices/syslog-link.ts'
import type { SyslogLimits } from './limits.ts'

interface ReceivedLine {
  host: string
  line: LogLine
}

export interface SendersOptions {
  bus: Bus
  logs: Pick<LogIntake, 'push'>
  limits: SyslogLimits
  /** Unix seconds. */
  now(): number
}

/** Characters of the name of a sender. */
const HOST = 64
const ASK = 5000

/**
 * Finds the scene of a sender: by token, else by source address. Results are cached for a while. Messages of unassigned senders
 * are counted and dropped; those of unassigned addresses before they are parsed.
 */
export class Senders {
  readonly counts = { received: 0, unknown: 0, malformed: 0, limited: 0 }
  private readonly options: SendersOptions
  private readonly known: LRUCache<string, SyslogAnswer>
  /** A separate cache, so that unknown senders, whose addresses may be forged, displace no known ones. */
  private readonly strangers: LRUCache<string, true>
  private readonly waiting = new Map<string, ReceivedLine[]>()
  private readonly rate = countRate()
  private readonly stopHearing: () => void

  constructor(options: SendersOptions) {
    this.options = options
    this.known = new LRUCache({ max: options.limits.known, ttl: options.limits.knownMs })
    this.strangers = new LRUCache({ max: options.limits.known, ttl: options.limits.unknownMs })
    this.stopHearing = options.bus.subscribe(syslogChangedSubject, () => {
      this.known.clear()
      this.strangers.clear()
    })
  }

  take(bytes: Buffer, address: string): void {
    this.counts.received++
    const text = bytes.subarray(0, this.options.limits.message).toString('utf8')
    const token = syslogToken(text)
    const sender = token ? `token ${digest(token)}` : `address ${address}`
    if (this.strangers.has(sender)) return void this.counts.unknown++
    const message = parseSyslog(text)
    const line = message && logLine(message)
    if (!message || !line) return void this.counts.malformed++
    const said = { host: cleanLine(message.host, HOST), line }
    const key = `${sender} ${address} ${said.host}`
    const answer = this.known.get(key)
    if (answer) this.deliver(answer, address, said)
    else this.ask(key, sender, { address, token: token && digest(token), host: said.host }, said)
  }

  stop(): void {
    this.stopHearing()
  }

  private ask(key: string, sender: string, ask: SyslogSourceRequest, said: ReceivedLine): void {
    const { limits } = this.options
    const waiting = this.waiting.get(key)
    if (waiting) {
      if (waiting.length < limits.waiting) waiting.push(said)
      else this.counts.limited++
      return
    }
    const much = this.waiting.size >= limits.senders || this.rate('all', limits.asksASecond * 60) > 0
    if (much || this.rate(placeOf(ask.address), limits.asksEach * 60) > 0) return void this.counts.limited++
    this.waiting.set(key, [said])
    void this.answered(key, sender, ask)
  }

  private async answered(key: string, sender: string, ask: SyslogSourceRequest): Promise<void> {
    const { bus } = this.options
    const answer = await bus.request<SyslogAnswer>(syslogSubject, ask, ASK).catch(() => undefined)
    const waited = this.waiting.get(key) ?? []
    this.waiting.delete(key)
    // the look-up failed: it is repeated with the next message
    if (!answer) return void (this.counts.limited += waited.length)
    if (answer.scene_id) this.known.set(key, answer)
    else this.strangers.set(sender, true)
    for (const said of waited) this.deliver(answer, ask.address, said)
  }

  private deliver({ scene_id, device_id }: SyslogAnswer, address: string, { host, line }: ReceivedLine): void {
    if (scene_id === 0) return void this.counts.unknown++
    const source = device_id ? '' : host || address
    this.options.logs.push({ device_id, scene_id, source, at: this.options.now(), lines: [line] })
  }
}

const digest = (token: string) => createHash('sha256').update(token).digest('hex')
