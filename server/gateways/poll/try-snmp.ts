import type { DeviceDriver } from '@belvedere/drivers/kit/define-device-driver.ts'
import { snmp, type SnmpQueries, type SnmpProtocol } from '@belvedere/drivers/protocol/snmp/protocol.ts'
import {
  type RequestedNames,
  requestedNames,
  type SnmpAnswer,
  type SnmpValue,
} from '@belvedere/pure/protocol/snmp-message.ts'
import type { PollTarget } from '../../devices/poll-link.ts'
import { failed, faultOfError, type PollOutcome, sinceUs } from './outcome.ts'
import { limits } from './limits.ts'
import { NoAnswer, PlainSession } from './plain-session.ts'
import type { SharedSockets } from './shared-sockets.ts'
import { V3Session } from './v3-session.ts'

/** State of a device between two attempts. */
export interface SnmpMemory {
  driver: DeviceDriver<SnmpProtocol>
  /** Tables that the device has, by number; the others are checked at intervals. */
  tables: ReadonlySet<number>
  tries: number
  /** Its session: one of version 3 keeps the engine of the device, and need not discover it again. */
  asker: SnmpReader
  identity: NonNullable<(PollOutcome & { ok: true })['identity']>
}

type SnmpTarget = Pick<PollTarget, 'ip' | 'monitor' | 'secrets'>
type SnmpValues = Record<string, string | number>
type SnmpVarbinds = Pick<SnmpAnswer, 'oids' | 'values'>

/** Repetitions per request: one more row costs little, a round trip much; a response must fit into one packet. */
const REPEAT = 12
/** Scalars per request. */
const SCALARS = 24

export interface SnmpOptions {
  drivers: readonly DeviceDriver[]
  sockets: SharedSockets
}

/**
 * Polls a device for everything that its driver needs. `memory` of a successful attempt is used for the next one, or is closed.
 */
export async function trySnmp(
  target: SnmpTarget,
  options: SnmpOptions,
  before?: SnmpMemory,
): Promise<{ outcome: PollOutcome; memory?: SnmpMemory }> {
  let asker = before?.asker
  try {
    asker ??= new SnmpReader(open(target, options.sockets))
  } catch (error) {
    return { outcome: failed('credentials', String((error as Error).message)) }
  }
  try {
    asker.begin()
    return await ask(asker, target, options.drivers, before)
  } catch (error) {
    asker.close()
    return { outcome: outcomeOf(error) }
  }
}

async function ask(
  asker: SnmpReader,
  target: SnmpTarget,
  drivers: readonly DeviceDriver[],
  known: SnmpMemory | undefined,
) {
  const start = performance.now()
  const met = known ?? (await meet(asker, drivers))
  const { asks } = met.driver.protocol
  const before = performance.now()
  const values = await asker.scalars(asks.scalars)
  const rtt_us = known ? sinceUs(before) : Math.min(sinceUs(start), sinceUs(before))
  const lookAgain = met.tries % limits.lookAgain === 0
  const tables = new Set<number>()
  for (const [number, table] of asks.tables.entries()) {
    if (!lookAgain && !met.tables.has(number)) continue
    if (await asker.table(table, values)) tables.add(number)
  }
  const { facts = {} } = met.driver.decode('variables', values)
  const memory: SnmpMemory = { ...met, tables: lookAgain ? tables : met.tables, tries: met.tries + 1 }
  const { family } = met.driver
  return { memory, outcome: { ok: true as const, rtt_us, detail: '', family, identity: met.identity, facts } }
}

/** The first request to a device: identifies it and finds its driver. */
async function meet(asker: SnmpReader, drivers: readonly DeviceDriver[]): Promise<SnmpMemory> {
  for (const driver of snmp.among(drivers)) {
    const { protocol } = driver
    const hello = await asker.scalars(protocol.asks.hello)
    if (protocol.matches(hello))
      return { asker, driver, tables: new Set(), tries: 0, identity: protocol.identify(hello) }
  }
  throw new NoAnswer('protocol', 'nothing of the system group')
}

/** Sends one request at a time, in version 2c or 3; a request can be cancelled. */
interface SnmpSession {
  ask(requested: RequestedNames, repeat: number | undefined, done: (error: unknown, got: SnmpVarbinds) => void): void
  close(): void
}

function open({ ip, monitor, secrets }: SnmpTarget, sockets: SharedSockets): SnmpSession {
  const options = { ip, port: monitor.port ?? 161, timeout: monitor.timeout, sockets }
  if (monitor.version === 'v3') return new V3Session(options, monitor, secrets)
  const community = Buffer.from(secrets.community ?? 'public').toString('latin1')
  return new PlainSession({ ...options, community })
}

/** Variable lists that a driver requests from every device, encoded once. */
const encoded = new WeakMap<readonly string[], RequestedNames[]>()

/** At most this number of variables per request. */
function questionsOf(oids: readonly string[], most = oids.length): readonly RequestedNames[] {
  const known = encoded.get(oids)
  if (known) return known
  const made: RequestedNames[] = []
  for (let at = 0; at < oids.length; at += most) made.push(requestedNames(oids.slice(at, at + most)))
  encoded.set(oids, made)
  return made
}

/** One session, and the limits of one attempt: requests, variables, total time. */
class SnmpReader {
  private readonly session: SnmpSession
  private until = 0
  private requests = 0
  private variables = 0

  constructor(session: SnmpSession) {
    this.session = session
  }

  begin(): void {
    this.until = performance.now() + limits.snmpMs
    this.requests = 0
    this.variables = 0
  }

  close(): void {
    this.session.close()
  }

  /** Values of the variables that the device has. */
  async scalars(oids: readonly string[]): Promise<SnmpValues> {
    const values: SnmpValues = {}
    for (const request of questionsOf(oids, SCALARS)) {
      const got = await this.once(request)
      if (got.oids.length !== request.oids.length)
        throw new NoAnswer('protocol', 'another number of variables than asked')
      for (let at = 0; at < got.oids.length; at++) this.keep(got.oids[at] as string, got.values[at], values)
    }
    return values
  }

  /** Reads a table row by row into `values`; false when it has none. Columns that end are left out of the next request. */
  async table({ columns, most }: SnmpQueries['tables'][number], values: SnmpValues): Promise<boolean> {
    let open = columns.map((column) => ({ column, from: column }))
    let [request] = questionsOf(columns)
    let rows = 0
    const before = this.variables
    while (request && open.length && rows < most) {
      const width = open.length
      const repeat = Math.max(1, Math.min(Math.floor((REPEAT * 4) / width), most - rows, 24))
      const got = await this.once(request, repeat)
      open = open.flatMap((one, at) => {
        const last = this.keepColumn(one.column, got, at, width, values)
        // a device that returns the same name again would cause an endless loop
        return last === undefined || last === one.from ? [] : [{ column: one.column, from: last }]
      })
      rows += repeat
      request = requestedNames(open.map(({ from }) => from))
    }
    return this.variables > before
  }

  /** Keeps the variables of the column, every `width`th from `at`; returns the last one when there may be more. */
  private keepColumn(
    column: string,
    got: SnmpVarbinds,
    at: number,
    width: number,
    values: SnmpValues,
  ): string | undefined {
    let last: string | undefined
    for (let n = at; n < got.oids.length; n += width) {
      const name = got.oids[n] as string
      if (got.values[n] === null || !name.startsWith(`${column}.`) || name in values) return undefined
      this.keep(name, got.values[n], values)
      last = name
    }
    return last
  }

  private keep(name: string, value: SnmpValue, values: SnmpValues): void {
    if (value === undefined || value === null) return
    if (++this.variables > limits.variables) throw new NoAnswer('protocol', 'too many variables')
    values[name] = value
  }

  private once(requested: RequestedNames, repeat?: number): Promise<SnmpVarbinds> {
    if (++this.requests > limits.requests) throw new NoAnswer('protocol', 'too many requests')
    if (performance.now() > this.until) throw new NoAnswer('timeout')
    return new Promise((resolve, reject) => {
      this.session.ask(requested, repeat, (error, got) => (error ? reject(error) : resolve(got)))
    })
  }
}

function outcomeOf(error: unknown): PollOutcome {
  if (error instanceof NoAnswer) return failed(error.fault, error.message)
  const { code, message } = error as NodeJS.ErrnoException
  return typeof code === 'string' ? faultOfError(error) : failed('protocol', message)
}
