import { randomBytes } from 'node:crypto'
import snmp, { type Session, type Varbind } from 'net-snmp'
import type { DeviceDriver, SnmpAsks } from '@belvedere/drivers/kit/define-device-driver.ts'
import type { PollTarget } from '../../kernel/poll-link.ts'
import { limits } from './limits.ts'
import type { SharedSockets } from './shared-sockets.ts'
import { failed, faultOfError, type Outcome, sinceUs } from './outcome.ts'

/** What is remembered of a device between two tries. */
export interface SnmpMemory {
  driver: DeviceDriver
  /** Tables it has, by number; the others are looked for now and then. */
  tables: ReadonlySet<number>
  tries: number
  /** Its session: of version 3 it knows the device's engine, and need not ask for it again. */
  asker: Asker
  identity: NonNullable<(Outcome & { ok: true })['identity']>
}

type Asking = Pick<PollTarget, 'ip' | 'monitor' | 'secrets' | 'serial'>
type Values = Record<string, string | number>

/** Repetitions asked for at once: a row more costs little, a round trip much; an answer must fit into one packet. */
const REPEAT = 12
/** Scalars of one question. */
const SCALARS = 24

export interface SnmpHow {
  drivers: readonly DeviceDriver[]
  sockets: SharedSockets
}

/** Asks a device for everything its driver wants. `memory` of a try that worked goes into the next one, or is closed. */
export async function trySnmp(
  target: Asking,
  how: SnmpHow,
  before?: SnmpMemory,
): Promise<{ outcome: Outcome; memory?: SnmpMemory }> {
  let asker = before?.asker
  try {
    asker ??= new Asker(open(target, how.sockets))
  } catch (error) {
    return { outcome: failed('credentials', String((error as Error).message)) }
  }
  try {
    asker.begin()
    return await ask(asker, target, how.drivers, before)
  } catch (error) {
    asker.close()
    return { outcome: outcomeOf(error) }
  }
}

async function ask(asker: Asker, target: Asking, drivers: readonly DeviceDriver[], known: SnmpMemory | undefined) {
  const start = performance.now()
  const met = known ?? (await meet(asker, target, drivers))
  const { snmp: asks } = met.driver
  if (!asks) throw new Error('no SNMP driver')
  const before = performance.now()
  const values = await asker.scalars(asks.scalars)
  const rtt_us = known ? sinceUs(before) : Math.min(sinceUs(start), sinceUs(before))
  const lookAgain = met.tries % limits.lookAgain === 0
  const tables = new Set<number>()
  for (const [number, table] of asks.tables.entries()) {
    if (!lookAgain && !met.tables.has(number)) continue
    if (await asker.table(table, values)) tables.add(number)
  }
  const { facts = {} } = met.driver.hears('variables', values)
  const memory: SnmpMemory = { ...met, tables: lookAgain ? tables : met.tables, tries: met.tries + 1 }
  const { family } = met.driver
  return { memory, outcome: { ok: true as const, rtt_us, detail: '', family, identity: met.identity, facts } }
}

/** The first question to a device: who it is, and whose driver it wants. */
async function meet(asker: Asker, { serial }: Asking, drivers: readonly DeviceDriver[]): Promise<SnmpMemory> {
  const speakers = drivers.filter((driver) => driver.snmp)
  for (const driver of speakers) {
    const told = await asker.scalars((driver.snmp as SnmpAsks).hello)
    const hello = { serial, firmware: '', capabilities: { 'x-snmp': told } }
    if (driver.matches(hello)) return { asker, driver, tables: new Set(), tries: 0, identity: driver.identify(hello) }
  }
  throw new Refused('protocol', 'nothing of the system group')
}

class Refused extends Error {
  readonly fault: 'protocol' | 'timeout'
  constructor(fault: 'protocol' | 'timeout', message: string) {
    super(message)
    this.fault = fault
  }
}

/** Our own name as an engine means nothing to who is asked: made once, it is not made anew for every session. */
const engineID = `8000b98380${randomBytes(8).toString('hex')}`

function open({ ip, monitor, secrets }: Asking, sockets: SharedSockets): Session {
  const how = {
    port: monitor.port ?? 161,
    timeout: monitor.timeout,
    retries: 1,
    transport: ip.includes(':') ? ('udp6' as const) : ('udp4' as const),
    dgramModule: sockets.module,
    engineID,
  }
  if (monitor.version !== 'v3')
    return snmp.createSession(ip, secrets.community ?? 'public', { ...how, version: snmp.Version2c })
  return snmp.createV3Session(ip, userOf(monitor, secrets), { ...how, version: snmp.Version3 })
}

const auths = {
  md5: snmp.AuthProtocols.md5,
  sha: snmp.AuthProtocols.sha,
  sha256: snmp.AuthProtocols.sha256,
  sha512: snmp.AuthProtocols.sha512,
}
const privs = { des: snmp.PrivProtocols.des, aes: snmp.PrivProtocols.aes }

function userOf(monitor: Asking['monitor'], secrets: Asking['secrets']): snmp.User {
  const { user: name = '', auth = 'none', priv = 'none' } = monitor
  if (auth === 'none') return { name, level: snmp.SecurityLevel.noAuthNoPriv }
  const authentic = { name, authProtocol: auths[auth], authKey: secrets.auth_password ?? '' }
  if (priv === 'none') return { ...authentic, level: snmp.SecurityLevel.authNoPriv }
  return {
    ...authentic,
    level: snmp.SecurityLevel.authPriv,
    privProtocol: privs[priv],
    privKey: secrets.priv_password ?? '',
  } as snmp.User
}

/** One session, and the bounds of one try: requests, variables, time in all. */
class Asker {
  private readonly session: Session
  private until = 0
  private requests = 0
  private variables = 0
  private waiting = false
  private broken: ((error: unknown) => void) | undefined

  constructor(session: Session) {
    this.session = session
    session.on('error', (error) => this.broken?.(error))
  }

  begin(): void {
    this.until = performance.now() + limits.snmpMs
    this.requests = 0
    this.variables = 0
  }

  close(): void {
    this.broken = undefined
    // its timers would ask on
    if (this.waiting) this.session.cancelRequests(new Error('closed'))
    this.session.close()
  }

  /** Values of those variables the device has. */
  async scalars(oids: readonly string[]): Promise<Values> {
    const values: Values = {}
    for (let at = 0; at < oids.length; at += SCALARS) {
      const asked = oids.slice(at, at + SCALARS)
      const got = await this.once<Varbind[]>((done) => this.session.get(asked, done as never))
      for (const one of got) this.keep(one, values)
    }
    return values
  }

  /** Reads a table row by row into `values`; false when it has none. Columns that end are left out of the next question. */
  async table({ columns, most }: SnmpAsks['tables'][number], values: Values): Promise<boolean> {
    let open = columns.map((column) => ({ column, from: column }))
    let rows = 0
    const before = this.variables
    let found = false
    while (open.length && rows < most) {
      const asked = open.map(({ from }) => from)
      const repeat = Math.max(1, Math.min(Math.floor((REPEAT * 4) / asked.length), most - rows, 24))
      const got = await this.once<Varbind[][]>((done) => this.session.getBulk(asked, 0, repeat, done as never))
      open = open.flatMap((one, at) => {
        const last = this.keepColumn(one.column, got[at] ?? [], values)
        // what does not move on would be asked for ever
        return last === undefined || last === one.from ? [] : [{ column: one.column, from: last }]
      })
      found ||= this.variables > before
      rows += repeat
    }
    return found
  }

  /** Keeps what belongs to the column; the last of it when there may be more. */
  private keepColumn(column: string, got: readonly Varbind[], values: Values): string | undefined {
    let last: string | undefined
    for (const one of got) {
      if (!one.oid.startsWith(`${column}.`) || snmp.isVarbindError(one) || one.oid in values) return undefined
      this.keep(one, values)
      last = one.oid
    }
    return last
  }

  private keep(one: Varbind, values: Values): void {
    if (snmp.isVarbindError(one)) return
    const value = valueOf(one)
    if (value === undefined) return
    if (++this.variables > limits.variables) throw new Refused('protocol', 'too many variables')
    values[one.oid] = value
  }

  private once<T>(send: (done: (error: unknown, got: T) => void) => void): Promise<T> {
    if (++this.requests > limits.requests) throw new Refused('protocol', 'too many requests')
    if (performance.now() > this.until) throw new Refused('timeout', '')
    return new Promise((resolve, reject) => {
      this.broken = reject
      this.waiting = true
      send((error, got) => {
        this.waiting = false
        if (error) reject(error)
        else resolve(got)
      })
    })
  }
}

/** Octets as text of one character a byte, 64-bit counters as numbers. */
function valueOf({ type, value }: Varbind): string | number | undefined {
  if (typeof value === 'number' || typeof value === 'string') return value
  if (!Buffer.isBuffer(value)) return undefined
  if (type !== snmp.ObjectType.Counter64) return value.subarray(0, 4096).toString('latin1')
  let number = 0
  for (const byte of value) number = number * 256 + byte
  return number
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof Refused) return failed(error.fault, error.message)
  const { name, message } = error as Error
  if (name === 'RequestTimedOutError') return failed('timeout')
  if (/usm|unknown user|wrong digest|unsupported security|authentication|decrypt|authorizationError/i.test(message))
    return failed('credentials', message)
  return (error as NodeJS.ErrnoException).code && typeof (error as NodeJS.ErrnoException).code === 'string'
    ? faultOfError(error)
    : failed('protocol', message)
}
