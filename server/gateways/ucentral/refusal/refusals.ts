import { placeOf } from '../../../base/edge/address.ts'
import type { Bus } from '../../../base/bus/bus.ts'
import { type CertificateNames, type DoorReason, type DoorRefusal, doorSubject } from '../../../devices/door-link.ts'
import type { Log } from '../../../base/process/log.ts'
import { count } from '../counters.ts'
import type { GatewayLimits } from '../limits.ts'

interface RefusalsOptions {
  readonly bus: Bus
  readonly log: Log
  readonly limits: Pick<
    GatewayLimits,
    'refusals' | 'refusalsEach' | 'refusalTicks' | 'refusalLogged' | 'refusalLoggedTicks'
  >
  /** Unix seconds. */
  now(): number
}

/** ms until storing them times out. */
const TELL = 10_000

const nameless: CertificateNames = { subject: '', issuer: '', serial: '', ends_at: 0 }

/**
 * Connections that were refused, to be shown in the console. Equal ones share a row with a count. Of one address a few
 * certificates have separate rows, the rest share one. Rows with and without a certificate have separate limits, so that port
 * scans hide no device. All rows are reported every few seconds, and then removed.
 */
export class Refusals {
  private rows = new Map<string, DoorRefusal>()
  private readonly kept = { named: 0, bare: 0 }
  private readonly byPlace = new Map<string, number>()
  /** Recently logged rows; above the limit no more are logged. */
  private readonly logged = new Set<string>()
  private ticks = 0
  private telling = false
  private readonly options: RefusalsOptions

  constructor(options: RefusalsOptions) {
    this.options = options
  }

  note(reason: DoorReason, address: string, names: CertificateNames = nameless, detail = ''): void {
    count.refusedAtDoor.inc({ reason })
    const place = placeOf(address)
    const at = this.options.now()
    const row = this.rowFor({
      ...names,
      reason,
      address,
      place,
      detail: detail.slice(0, 80),
      count: 0,
      first_at: at,
      last_at: at,
    })
    if (!row) return
    row.count++
    row.last_at = at
  }

  /** Called every second. */
  tick(): void {
    this.ticks++
    if (this.ticks % this.options.limits.refusalLoggedTicks === 0) this.logged.clear()
    if (this.ticks % this.options.limits.refusalTicks === 0) void this.tell()
  }

  private rowFor(one: DoorRefusal): DoorRefusal | undefined {
    const own = this.rows.get(keyOf(one)) ?? this.add(one)
    if (own || one.subject === '') return own
    const rest = { ...one, ...nameless, detail: '' }
    return this.rows.get(keyOf(rest)) ?? this.add(rest)
  }

  /** Undefined: there is no room for it. */
  private add(one: DoorRefusal): DoorRefusal | undefined {
    const { refusals, refusalsEach } = this.options.limits
    const kind = one.subject === '' ? 'bare' : 'named'
    const ofPlace = this.byPlace.get(one.place) ?? 0
    if (this.kept[kind] >= refusals || (kind === 'named' && ofPlace >= refusalsEach)) return undefined
    this.kept[kind]++
    if (kind === 'named') this.byPlace.set(one.place, ofPlace + 1)
    this.rows.set(keyOf(one), one)
    this.log(one)
    return one
  }

  private log(one: DoorRefusal): void {
    const key = keyOf(one)
    if (this.logged.size >= this.options.limits.refusalLogged || this.logged.has(key)) return
    this.logged.add(key)
    const { address, reason, subject, issuer, serial, detail } = one
    this.options.log.warn({ address, reason, subject, issuer, serial, detail }, 'device refused at the door')
  }

  /** One report at a time: while the store is unavailable rows are collected here, within the limits. */
  private async tell(): Promise<void> {
    if (this.telling || this.rows.size === 0) return
    this.telling = true
    const refusals = [...this.rows.values()]
    this.rows = new Map()
    this.byPlace.clear()
    this.kept.named = this.kept.bare = 0
    try {
      await this.options.bus.request(doorSubject, { refusals }, TELL)
    } catch (error) {
      this.options.log.debug({ error: String(error), lost: refusals.length }, 'refused devices are not stored')
    } finally {
      this.telling = false
    }
  }
}

const keyOf = ({ address, reason, subject }: DoorRefusal) => `${address}\n${reason}\n${subject}`
