import { connect, type Socket } from 'node:net'
import type { GatewayConnection } from '../connection/connection.ts'
import { type LooseJson, number } from '../loose.ts'
import { CommandRefusal } from '../refusal.ts'
import type { StateDirectory } from '../files/state-directory.ts'

/** Most connections through this host at a time, and milliseconds for connecting and of silence. */
const most = 48
const connectMs = 10_000
const idleMs = 300_000
/** Most bytes sent to the controller without acknowledgement, and most received bytes that wait for the far end. */
const window = 512 << 10
const largestWait = 256 << 10
const drainMs = 10_000
const largestWrite = 256 << 10
/** Bytes of one message. */
const piece = 48 << 10

interface Tunnel {
  socket: Socket
  /** Sent and not acknowledged. */
  flying: number
}

interface Host {
  connection: GatewayConnection
  directory: StateDirectory
}

const tunnels = new Map<string, Tunnel>()

/**
 * TCP connections from this host to its network, for the controller's remote access. The host stops reading while the controller
 * does.
 */
export const tunnelCommands = {
  'x-belvedere.tunnel.open': { run: open },
  'x-belvedere.tunnel.write': { run: write },
  'x-belvedere.tunnel.ack': { run: acknowledge },
  'x-belvedere.tunnel.close': { run: close },
}

async function open(params: LooseJson, host: Host): Promise<object> {
  const { session, host: name } = params
  const port = number(params.port) ?? 0
  if (typeof session !== 'string' || !/^[\w-]{1,64}$/.test(session) || tunnels.has(session))
    throw new CommandRefusal({ zh: '会话编号无效', en: 'The session name is not valid' }, {}, 1)
  if (
    typeof name !== 'string' ||
    !/^[\w.:%-]{1,253}$/.test(name) ||
    !Number.isInteger(port) ||
    port < 1 ||
    port > 65_535
  )
    throw new CommandRefusal({ zh: '地址或端口无效', en: 'The address or port is not valid' }, {}, 1)
  if (tunnels.size >= most) throw new CommandRefusal({ zh: '隧道连接过多', en: 'Too many tunnels are open' }, {}, 1)
  const socket = connect({ host: name, port, noDelay: true })
  const tunnel = { socket, flying: 0 }
  tunnels.set(session, tunnel)
  socket.once('close', () => tunnels.delete(session))
  await connected(socket)
  socket.setTimeout(idleMs, () => socket.destroy())
  forward(session, tunnel, host)
  return {}
}

function connected(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (text: string) => {
      socket.destroy()
      reject(new CommandRefusal({ zh: `无法连接：${text}`, en: `Cannot connect: ${text}` }))
    }
    const timer = setTimeout(() => fail('timeout'), connectMs)
    socket.once('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.message))
    socket.once('connect', () => resolve())
    socket.once('close', () => clearTimeout(timer))
    socket.once('connect', () => clearTimeout(timer))
  })
}

/** Sends received data as events, within the window of the controller. */
function forward(session: string, tunnel: Tunnel, { connection, directory }: Host): void {
  const { socket } = tunnel
  const { serial } = directory.read()
  const tell = (payload: LooseJson) => {
    const event = [Math.floor(Date.now() / 1000), { type: 'belvedere.tunnel', payload: { session, ...payload } }]
    return connection.event('event', { serial, data: { event } })
  }
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => {
    for (let at = 0; at < chunk.length; at += piece) {
      const data = chunk.subarray(at, at + piece).toString('base64')
      // without a controller the connections have no user
      if (!tell({ data })) return void socket.destroy()
    }
    tunnel.flying += chunk.length
    if (tunnel.flying > window) socket.pause()
  })
  socket.once('close', () => tell({ closed: true }))
}

const get = (session: unknown): Tunnel => {
  const tunnel = typeof session === 'string' ? tunnels.get(session) : undefined
  if (!tunnel) throw new CommandRefusal({ zh: '隧道已关闭', en: 'This tunnel is closed' })
  return tunnel
}

async function write(params: LooseJson): Promise<object> {
  const { socket } = get(params.session)
  const data = typeof params.data === 'string' ? Buffer.from(params.data, 'base64') : Buffer.alloc(0)
  if (data.length > largestWrite) throw new CommandRefusal({ zh: '数据过大', en: 'Too much at once' }, {}, 1)
  socket.write(data)
  if (socket.writableLength > largestWait) await drained(socket)
  return {}
}

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, drainMs)
    const done = () => (clearTimeout(timer), resolve())
    socket.once('drain', done)
    socket.once('close', done)
  })
}

function acknowledge(params: LooseJson): object {
  const tunnel = get(params.session)
  tunnel.flying = Math.max(0, tunnel.flying - (number(params.bytes) ?? 0))
  if (tunnel.flying <= window / 2) tunnel.socket.resume()
  return {}
}

function close(params: LooseJson): object {
  get(params.session).socket.destroy()
  return {}
}
