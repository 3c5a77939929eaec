import { randomBytes } from 'node:crypto'
import snmp, { type Session, type Varbind } from 'net-snmp'
import type { RequestedNames, SnmpAnswer, SnmpValue } from '@belvedere/pure/protocol/snmp-message.ts'
import type { PollTarget } from '../../devices/poll-link.ts'
import { NoAnswer } from './plain-session.ts'
import type { SharedSockets } from './shared-sockets.ts'

interface V3Options {
  readonly ip: string
  readonly port: number
  /** Milliseconds that a request waits for its response; it is sent twice. */
  readonly timeout: number
  readonly sockets: SharedSockets
}

type V3Varbinds = Pick<SnmpAnswer, 'oids' | 'values'>
type V3Callback = (error: unknown, got: V3Varbinds) => void

/** Our own engine identifier has no meaning for a client: it is created once for all sessions. */
const engineID = `8000b98380${randomBytes(8).toString('hex')}`

const nothing: V3Varbinds = { oids: [], values: [] }

/**
 * An SNMP version 3 session with one device by the library, one request at a time. A session that is kept need not discover the
 * engine again.
 */
export class V3Session {
  private readonly session: Session
  private waiting: V3Callback | undefined

  constructor(
    { ip, port, timeout, sockets }: V3Options,
    monitor: PollTarget['monitor'],
    secrets: PollTarget['secrets'],
  ) {
    const transport = ip.includes(':') ? ('udp6' as const) : ('udp4' as const)
    const options = { port, timeout, retries: 1, transport, dgramModule: sockets.module, engineID }
    this.session = snmp.createV3Session(ip, userOf(monitor, secrets), { ...options, version: snmp.Version3 })
    this.session.on('error', (error) => this.end(error))
  }

  /** Requests exactly these variables, or `repeat` after each of them. */
  ask({ oids }: RequestedNames, repeat: number | undefined, done: V3Callback): void {
    this.waiting = done
    const request = [...oids]
    if (repeat === undefined)
      this.session.get(request, (error, got) => this.end(error, error ? nothing : gotOf(got as Varbind[])))
    else
      this.session.getBulk(request, 0, repeat, (error, got) =>
        this.end(error, error ? nothing : gotOf(byRow(got as Varbind[][]))),
      )
  }

  close(): void {
    const { waiting } = this
    this.waiting = undefined
    // its timers would continue to send requests
    if (waiting) this.session.cancelRequests(new Error('closed'))
    this.session.close()
  }

  private end(error: unknown, got = nothing): void {
    const { waiting } = this
    this.waiting = undefined
    waiting?.(error ? faultOf(error as Error) : null, got)
  }
}

const auths = {
  md5: snmp.AuthProtocols.md5,
  sha: snmp.AuthProtocols.sha,
  sha256: snmp.AuthProtocols.sha256,
  sha512: snmp.AuthProtocols.sha512,
}
const privs = { des: snmp.PrivProtocols.des, aes: snmp.PrivProtocols.aes }

function userOf(monitor: PollTarget['monitor'], secrets: PollTarget['secrets']): snmp.User {
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

/** The library returns columns; on the wire they are interleaved by row. */
function byRow(columns: readonly Varbind[][]): Varbind[] {
  const rows = Math.max(0, ...columns.map(({ length }) => length))
  return Array.from({ length: rows }, (_, row) => columns.flatMap((column) => column[row] ?? [])).flat()
}

function gotOf(varbinds: readonly Varbind[]): V3Varbinds {
  return { oids: varbinds.map(({ oid }) => oid), values: varbinds.map(valueOf) }
}

/** Octet strings as text with one character per byte, 64-bit counters as numbers. */
function valueOf(one: Varbind): SnmpValue {
  if (snmp.isVarbindError(one)) return null
  const { type, value } = one
  if (typeof value === 'number' || typeof value === 'string') return value
  if (!Buffer.isBuffer(value)) return undefined
  if (type !== snmp.ObjectType.Counter64) return value.subarray(0, 4096).toString('latin1')
  let number = 0
  for (const byte of value) number = number * 256 + byte
  return number
}

const { EAuthFailure, ECouldNotDecrypt } = snmp.ResponseInvalidCode

function faultOf(error: Error): unknown {
  // its class is missing in the types of the library
  if (error.name === 'RequestTimedOutError') return new NoAnswer('timeout')
  const isSecret = error instanceof snmp.ResponseInvalidError && [EAuthFailure, ECouldNotDecrypt].includes(error.code)
  const isRight = error instanceof snmp.RequestFailedError && error.status === snmp.ErrorStatus.AuthorizationError
  return isSecret || isRight ? new NoAnswer('credentials', error.message) : error
}
