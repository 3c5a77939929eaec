import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { type Product, startProduct } from '../kit/product.ts'
import { holds } from '../kit/same.ts'
import { pause, until } from '../kit/wait.ts'
import type { Proof } from '../proof.ts'

/** The largest answer that anybody gets, over a megabyte. */
const LARGE = '/api/v1/openapi.json'
const ASKERS = 1000
const MEMORY = 150 << 20
const HEAD_MS = 30_000

export const proof: Proof = {
  title: 'Answers that nobody reads, and heads that never end, fill neither memory nor connections',
  async run(say) {
    const product = await startProduct()
    const sockets: Socket[] = []
    try {
      const session = await product.signIn()
      const slow = await dial(product.port, sockets)
      slow.write('GET /healthz HTTP/1.1\r\nhost: x\r\nx-slow: ')
      const drip = setInterval(() => slow.write('a'), 500)
      slow.once('close', () => clearInterval(drip)).resume()
      const before = await residentOf(product)
      await askMany(product, sockets)
      const after = await residentOf(product)
      const mb = (bytes: number) => `${Math.round(bytes / (1 << 20))} MB`
      say(`${ASKERS} answers of over a megabyte left unread: memory ${mb(before)} → ${mb(after)}`)
      holds(`memory grows by less than ${mb(MEMORY)}`, after - before < MEMORY)
      await session.ask('GET user/profile')
      await until('a head that comes letter by letter is cut', HEAD_MS, () => slow.destroyed)
    } finally {
      for (const socket of sockets) socket.destroy()
      await product.close()
    }
  },
}

const residentOf = async ({ pid }: Product) =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024

function dial(port: number, sockets: Socket[]): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    sockets.push(socket)
    socket.on('error', () => {}).once('connect', () => resolve(socket))
  })
}

/** Each asks and reads nothing of the answer. */
async function askMany({ port }: Product, sockets: Socket[]): Promise<void> {
  const all = await Promise.all(Array.from({ length: ASKERS }, () => dial(port, sockets)))
  for (const socket of all) socket.write(`GET ${LARGE} HTTP/1.1\r\nhost: x\r\n\r\n`)
  // an answer to a question behind them: all were asked
  await until('the server answers', HEAD_MS, async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).ok)
  await pause(2000)
}
