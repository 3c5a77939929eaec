import { createServer } from 'node:https'
import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { WebSocketServer } from 'ws'

/**
 * A minimal server on the same sockets, as a floor: accepts mutual TLS, parses, and (mode `copy`) stores; with a database address also
 * single commands and their rows. Orders arrive over the process channel. argv: folder with the certificates, mode `idle` or `copy`,
 * database address.
 */
const [caDir = '', mode = 'idle', database = ''] = process.argv.slice(2)
const read = (name: string) => readFileSync(`${caDir}/${name}`, 'utf8')
const server = createServer({
  cert: read('gateway.pem'),
  key: read('gateway.key'),
  ca: [read('simulated-ca.pem')],
  requestCert: true,
  rejectUnauthorized: true,
  minVersion: 'TLSv1.2',
})
const sockets = new WebSocketServer({
  server,
  perMessageDeflate: false,
  maxPayload: 512_000,
  handleProtocols: () => 'ucentral-broker',
})
const db = database ? new pg.Client({ connectionString: database }) : undefined
let received = 0
let stored = 0
let answers = 0
let rows: string[] = []
let writing: Promise<void> | undefined
let allAnswered: (() => void) | undefined
let expected = 0

sockets.on('connection', (socket) => {
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(String(data)) as { id?: number; params?: { serial: string; uuid: number } }
    received++
    if (message.id !== undefined && ++answers === expected) allAnswered?.()
    if (mode === 'copy' && message.params) {
      rows.push(`${message.params.serial}\t${received}\t{1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16}\n`)
      writing ??= write()
    }
  })
})

async function write(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 40))
  while (rows.length) {
    const batch = rows
    rows = []
    await pipeline(Readable.from([batch.join('')]), (db as pg.Client).query(copyFrom('copy bench_floor from stdin')))
    stored += batch.length
  }
  writing = undefined
}

/** Sends one command to `count` devices and waits for the answers; each is a row in memory, nothing else. */
async function fan(count: number): Promise<number> {
  const began = performance.now()
  expected = count
  answers = 0
  const done = new Promise<void>((resolve) => (allAnswered = resolve))
  let id = 2
  for (const socket of [...sockets.clients].slice(0, count)) {
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: id++, method: 'reboot', params: { serial: '', when: 0 } }))
  }
  await done
  return performance.now() - began
}

/** Commands one after another, each with its answer and one committed row; milliseconds of each. */
async function single(count: number): Promise<number[]> {
  const [socket] = sockets.clients
  const took: number[] = []
  for (let n = 0; n < count; n++) {
    const began = performance.now()
    ;[expected, answers] = [1, 0]
    const done = new Promise<void>((resolve) => (allAnswered = resolve))
    socket?.send(JSON.stringify({ jsonrpc: '2.0', id: n + 2, method: 'reboot', params: { serial: '', when: 0 } }))
    await done
    await db?.query({ name: 'single', text: 'insert into bench_floor values ($1, $2, null)', values: ['single', n] })
    took.push(performance.now() - began)
  }
  return took
}

process.on('message', async ({ order, count }: { order: string; count: number }) => {
  if (order === 'single') process.send?.({ took: await single(count) })
  else if (order === 'fan') process.send?.({ ms: await fan(count) })
  else process.send?.({ received, stored, connected: sockets.clients.size })
})
process.on('disconnect', () => process.exit(0))
await db?.connect()
await db?.query('create table if not exists bench_floor (serial text, n int, v bigint[])')
server.listen(0, '127.0.0.1')
await once(server, 'listening')
process.send?.({ port: (server.address() as { port: number }).port })
