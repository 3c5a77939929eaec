import { connect } from 'node:tls'
import type { CommandedDevice } from '../device/commanded-device.ts'
import type { PendingCommand, Params } from './command.ts'
import { LiveShells } from './live-shells.ts'

/** Message types of the terminal program in stock firmware (rtty 7). */
const kind = { register: 0, login: 1, logout: 2, data: 3, size: 4, heartbeat: 6 } as const
const heartbeat = 5000
/** Octets of a switch program's buffer for each text; a longer one ends the program. */
const switchBuffer = 64

/** The init script is restarted before the answer is sent; it connects with the device's own key and certificate. */
export function rttyOfAccessPoint({ device, params, answer }: PendingCommand): void {
  if (!['id', 'token', 'server', 'port', 'timeout'].every((key) => params[key]))
    return answer(2, 'Invalid parameters.', { resultCode: -1 })
  answer(0, 'Command was executed')
  dial(device, params, true)
}

/** All eight members are required; the program is started without a certificate. */
export function rttyOfSwitch({ device, params, answer }: PendingCommand): void {
  const texts = ['id', 'token', 'server', 'user', 'password']
  if (!['port', 'timeout', ...texts].every((key) => params[key] !== undefined))
    return answer(1, 'RTTY cmd parse failed')
  if (texts.some((key) => String(params[key]).length >= switchBuffer)) return device.client?.terminate()
  answer(0, 'Success')
  dial(device, params, false)
}

/**
 * One connection with one terminal, over real TLS without verification of the server's certificate, like the program. Not
 * simulated: reconnections of the real one every five seconds until its time ends, and file transfers.
 */
function dial(device: CommandedDevice, { id, token, server, port, timeout }: Params, proves: boolean): void {
  const { certificates, lookup } = device.world
  const own = proves ? { key: certificates.key, cert: certificates.certificates.get(device.serial) } : {}
  const socket = connect({ host: String(server), port: Number(port), lookup, rejectUnauthorized: false, ...own })
  const terminal = new RttyTerminal(device, (type, ...parts) => {
    if (socket.writable) socket.write(frame(type, ...parts))
  })
  socket.on('secureConnect', () => terminal.register(String(id), String(token)))
  socket.on('data', (bytes: Buffer) => terminal.hear(bytes) || socket.end())
  const beat = setInterval(() => terminal.beat(), heartbeat)
  const patience = setTimeout(() => terminal.isOpen || socket.destroy(), Number(timeout) * 1000)
  socket.on('error', () => socket.destroy())
  // without its uplink the program has no connection either
  const forget = device.onSessionEnd(() => socket.destroy())
  socket.on('close', () => {
    forget()
    clearInterval(beat)
    clearTimeout(patience)
  })
}

type Send = (type: number, ...parts: (Buffer | readonly number[])[]) => void

/** The program's handling of each message; its terminal has the number 0. */
class RttyTerminal {
  readonly #device: CommandedDevice
  readonly #send: Send
  readonly #shells: LiveShells
  #rest: Buffer = Buffer.alloc(0)
  /** A login precedes the shell: a name, and a password that is not echoed. */
  #typed: { name?: string; line: string } | undefined

  constructor(device: CommandedDevice, send: Send) {
    this.#device = device
    this.#send = send
    this.#shells = new LiveShells(device, (payload) => {
      if ('closed' in payload) send(kind.logout, [0])
      else send(kind.data, [0], Buffer.from(payload.data, 'base64'))
    })
  }

  get isOpen(): boolean {
    return this.#typed !== undefined || this.#shells.has('rtty')
  }

  register(id: string, token: string): void {
    this.#send(kind.register, Buffer.from(`${id}\0${this.#device.node.model.model}\0${token}\0`))
  }

  beat(): void {
    this.#send(kind.heartbeat)
  }

  /** False: the connection ends. */
  hear(bytes: Buffer): boolean {
    this.#rest = Buffer.concat([this.#rest, bytes])
    while (this.#rest.length >= 3) {
      const end = 3 + this.#rest.readUInt16BE(1)
      if (this.#rest.length < end) return true
      const type = this.#rest.readUInt8(0)
      const body = this.#rest.subarray(3, end)
      this.#rest = this.#rest.subarray(end)
      if (!this.#take(type, body)) return false
    }
    return true
  }

  #take(type: number, body: Buffer): boolean {
    if (type === kind.register) return body[0] === 0
    if (type === kind.login) this.#login()
    else if (type === kind.data && body[0] === 0) this.#press(body.subarray(1))
    return type !== kind.logout
  }

  #login(): void {
    if (this.isOpen) return this.#send(kind.login, [1])
    this.#typed = { line: '' }
    this.#send(kind.login, [0, 0])
    this.#show(`${this.#device.node.hostname} login: `)
  }

  #press(bytes: Buffer): void {
    if (!this.#typed) return this.#shells.write('rtty', bytes)
    for (const key of bytes.toString('utf8')) this.#signIn(key)
  }

  #signIn(key: string): void {
    const typed = this.#typed
    if (!typed) return this.#shells.write('rtty', Buffer.from(key))
    if (key !== '\r' && key !== '\n') {
      if (typed.line.length < 64) typed.line += key
      if (typed.name === undefined) this.#show(key)
      return
    }
    this.#show('\r\n')
    if (typed.name === undefined) {
      this.#typed = { name: typed.line, line: '' }
      return this.#show('Password: ')
    }
    const isRoot = typed.name === 'root'
    this.#typed = isRoot ? undefined : { line: '' }
    if (isRoot) this.#shells.open('rtty')
    else this.#show(`Login incorrect\r\n${this.#device.node.hostname} login: `)
  }

  #show(text: string): void {
    this.#send(kind.data, [0], Buffer.from(text))
  }
}

function frame(type: number, ...parts: (Buffer | readonly number[])[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)))
  return Buffer.concat([Buffer.from([type, body.length >> 8, body.length & 0xff]), body])
}
