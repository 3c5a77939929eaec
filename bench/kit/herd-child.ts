import { readFileSync } from 'node:fs'
import { WebSocket } from 'ws'
import {
  agentCapabilities,
  apCapabilities,
  type MessageKind,
  lateMessage,
  lateWaiting,
  stateMessage,
} from './messages.ts'

/**
 * One process of load clients: plain clients over mutual TLS, as small as possible, so that the processor time is used by the
 * product. Controlled over the process channel; every order is answered with one message.
 */
interface Connect {
  port: number
  certificates: string
  serials: string[]
  concurrency: number
  agents: boolean
}

const sockets = new Map<string, WebSocket>()
const sequence = new Map<string, number>()
/** The message that each client delivers on request, until it is confirmed. */
const prepared = new Map<WebSocket, Buffer>()
let allKept = () => {}
/** ms until a delivery has failed. */
const PATIENCE = 60_000
let answered = 0
let lost = 0

function open(serial: string, cert: string, key: string, ca: string, { port, agents }: Connect): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`wss://127.0.0.1:${port}/`, 'ucentral-broker', {
      cert,
      key,
      ca,
      rejectUnauthorized: false,
      perMessageDeflate: false,
      skipUTF8Validation: true,
    })
    socket.once('open', () => {
      socket.send(
        JSON.stringify({
          jsonrpc: '2.0',
          method: 'connect',
          params: {
            serial,
            uuid: 1,
            firmware: 'bench-1',
            capabilities: agents ? agentCapabilities : apCapabilities,
          },
        }),
      )
      sockets.set(serial, socket)
      resolve()
    })
    socket.once('error', reject)
    socket.on('close', () => {
      if (sockets.get(serial) === socket) {
        sockets.delete(serial)
        lost++
      }
    })
    socket.on('message', (data: Buffer) => answer(socket, serial, data))
  })
}

function answer(socket: WebSocket, serial: string, data: Buffer): void {
  const { id, method } = JSON.parse(String(data)) as { id?: number; method?: string }
  if (method === 'x-belvedere.kept' && prepared.delete(socket) && prepared.size === 0) allKept()
  else if (method === 'x-belvedere.samples')
    socket.send(prepared.get(socket) ?? lateWaiting(serial, 0), { binary: false })
  if (id === undefined) return
  answered++
  socket.send(
    `{"jsonrpc":"2.0","id":${id},"result":{"serial":"${serial}","uuid":1,"status":{"error":0,"text":"Success"}}}`,
  )
}

async function connect(how: Connect) {
  const { certificates, serials, concurrency } = how
  const { key, ca, certs } = JSON.parse(readFileSync(certificates, 'utf8')) as {
    key: string
    ca: string
    certs: Record<string, string>
  }
  const queue = serials.filter((serial) => !sockets.has(serial))
  const took: number[] = []
  let failed = 0
  const work = async () => {
    for (let serial = queue.shift(); serial; serial = queue.shift()) {
      const began = performance.now()
      try {
        await open(serial, certs[serial] as string, key, ca, how)
        took.push(performance.now() - began)
      } catch {
        failed++
        queue.push(serial)
        if (failed > serials.length * 20) throw new Error('too many failed connections')
        await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 400))
      }
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return { connected: sockets.size, failed }
}

/** `each` messages from every device; `perSecond` over all, 0: as fast as the sockets accept them. */
async function send({
  each,
  perSecond,
  kind,
  share = 1,
  only,
}: {
  each: number
  perSecond: number
  kind: MessageKind
  share?: number
  only?: string
}) {
  const all = [...sockets].slice(0, Math.ceil(sockets.size * share)).filter(([serial]) => !only || serial === only)
  const began = performance.now()
  let sent = 0
  for (let n = 0; n < each; n++) {
    for (const [serial, socket] of all) {
      const at = (sequence.get(serial) ?? 0) + 1
      sequence.set(serial, at)
      socket.send(stateMessage(kind, serial, at))
      sent++
      if (perSecond && sent % 20 === 0) {
        const ahead = (sent / perSecond) * 1000 - (performance.now() - began)
        if (ahead > 2) await new Promise((resolve) => setTimeout(resolve, ahead))
      } else if (sent % 200 === 0) {
        await new Promise((resolve) => setImmediate(resolve))
        while (socket.bufferedAmount > 200_000) await new Promise((resolve) => setTimeout(resolve, 5))
      }
    }
  }
  return { sent, ms: performance.now() - began }
}

/** Makes a message of `count` samples for every device, so that a delivery costs the machine only the sending. */
function prepare({ first, count, from, now }: { first: number; count: number; from: number; now: number }) {
  for (const [serial, socket] of sockets)
    prepared.set(socket, Buffer.from(lateMessage(serial, first, count, from, now)))
  return { prepared: prepared.size }
}

/** All clients announce waiting samples and deliver them on request. Returns when each delivery is confirmed. */
async function handIn() {
  const began = performance.now()
  const kept = new Promise<void>((resolve) => (allKept = resolve))
  const patience = setTimeout(() => allKept(), PATIENCE)
  for (const [serial, socket] of sockets) socket.send(lateWaiting(serial, 1))
  await kept
  clearTimeout(patience)
  if (prepared.size > 0) throw new Error(`${prepared.size} were never told that theirs is kept`)
  return { ms: performance.now() - began }
}

const orders: Record<string, (payload: never) => unknown> = {
  connect,
  send,
  prepare,
  handIn,
  stats: () => ({ connected: sockets.size, answered, lost }),
  close: () => {
    for (const socket of sockets.values()) socket.terminate()
    sockets.clear()
    return {}
  },
}

process.on('message', async ({ id, order, payload }: { id: number; order: string; payload: never }) => {
  try {
    process.send?.({ id, data: await orders[order]?.(payload) })
  } catch (error) {
    process.send?.({ id, failed: String((error as Error).stack) })
  }
})
process.on('disconnect', () => process.exit(0))
