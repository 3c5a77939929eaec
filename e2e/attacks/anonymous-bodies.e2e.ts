import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { PASSWORD, type Product, startProduct } from '../kit/product.ts'
import { holds, same } from '../kit/same.ts'
import { pause, seconds, until } from '../kit/wait.ts'
import type { Proof } from '../proof.ts'

const SENDERS = 8
const EACH = 60 << 20
/** How much more memory than before, at the worst moment. */
const MEMORY = 100 << 20
const SLOW = 200
/** ms in which every one of them is ended, and in which a sign-in meanwhile is answered: much more than a busy machine takes. */
const ENDED_MS = 120_000
const SIGN_IN_MS = 60_000

export const proof: Proof = {
  title: 'Strangers hold neither memory nor connections: large bodies are not read, slow ones ended',
  async run(say) {
    const product = await startProduct()
    try {
      await product.signIn()
      await largeBodies(product, say)
      await slowBodies(product, say)
    } finally {
      await product.close()
    }
  },
}

const residentOf = async (pid: number) =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024

function dial(port: number): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {}).once('connect', () => resolve(socket))
  })
}

const headOf = (more: string) => `POST /api/v1/user/login HTTP/1.1\r\nhost: x\r\n${more}\r\n\r\n`
const form = 'content-type: multipart/form-data; boundary=b'
const part = '--b\r\ncontent-disposition: form-data; name="f"; filename="f"\r\n\r\n'

/** 480 MB for the sign-in call, half with a content length and half in chunks without one. */
async function largeBodies({ port, pid }: Product, say: (line: string) => void): Promise<void> {
  const before = await residentOf(pid)
  let most = before
  let over = false
  const watch = (async () => {
    while (!over) {
      most = Math.max(most, await residentOf(pid))
      await pause(20)
    }
  })()
  const sent = await Promise.all(Array.from({ length: SENDERS }, (_, n) => sendLarge(port, n % 2 === 0)))
  over = true
  await watch
  const mb = (bytes: number) => `${Math.round(bytes / (1 << 20))} MB`
  say(
    `${mb(SENDERS * EACH)} offered, ${mb(sent.reduce((a, b) => a + b))} got rid of; memory ${mb(before)} → at most ${mb(most)}`,
  )
  holds(`memory grows by less than ${mb(MEMORY)}`, most - before < MEMORY)
}

async function sendLarge(port: number, announced: boolean): Promise<number> {
  const socket = await dial(port)
  socket.resume()
  socket.write(headOf(`${form}\r\n${announced ? `content-length: ${EACH}` : 'transfer-encoding: chunked'}`))
  const bytes = Buffer.alloc(64 << 10, 97)
  const chunk = announced ? bytes : Buffer.concat([Buffer.from('10000\r\n'), bytes, Buffer.from('\r\n')])
  socket.write(announced ? part : `${part.length.toString(16)}\r\n${part}\r\n`)
  let sent = 0
  while (sent < EACH && !socket.destroyed) {
    sent += bytes.length
    if (!socket.write(chunk)) await drained(socket)
  }
  socket.destroy()
  return sent
}

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      socket.off('drain', end).off('close', end)
      resolve()
    }
    socket.on('drain', end).on('close', end)
    if (socket.destroyed) end()
  })
}

/** From another address, because the attacker's address has used up its limit. */
function signInFromElsewhere({ port }: Product): Promise<number> {
  const body = JSON.stringify({ account: 'admin', password: PASSWORD })
  const headers = { 'content-type': 'application/json', 'content-length': body.length }
  return new Promise((resolve, reject) => {
    const how = {
      host: '127.0.0.1',
      port,
      localAddress: '127.0.0.2',
      method: 'POST',
      path: '/api/v1/user/login',
      headers,
    }
    const asked = request(how, async (answer) => {
      const text = (await answer.setEncoding('utf8').toArray()).join('')
      resolve((JSON.parse(text) as { code: number }).code)
    })
    asked.on('error', reject).end(body)
  })
}

/** Bodies that come letter by letter, while people sign in. */
async function slowBodies(product: Product, say: (line: string) => void): Promise<void> {
  const began = performance.now()
  const sockets = await Promise.all(Array.from({ length: SLOW }, () => dial(product.port)))
  const json = headOf('content-type: application/json\r\ncontent-length: 60000')
  for (const socket of sockets) socket.resume().write(`${json}{"account":"`)
  const drip = setInterval(() => {
    for (const socket of sockets) if (!socket.destroyed) socket.write('a')
  }, 250)
  const alive = () => sockets.filter(({ destroyed }) => !destroyed).length
  let slowest = 0
  let signIns = 0
  try {
    const signing = (async () => {
      while (alive() > 0) {
        const asked = performance.now()
        same('the answer to a sign-in', await signInFromElsewhere(product), 0)
        signIns++
        slowest = Math.max(slowest, performance.now() - asked)
        await pause(500)
      }
    })()
    await until('all slow bodies are ended', ENDED_MS, async () => alive() === 0)
    await signing
  } finally {
    clearInterval(drip)
    for (const socket of sockets) socket.destroy()
  }
  const took = seconds(performance.now() - began)
  say(`${SLOW} slow bodies ended within ${took}; ${signIns} sign-ins meanwhile, the slowest ${slowest.toFixed(0)} ms`)
  holds(`sign-ins within ${seconds(SIGN_IN_MS)}`, slowest < SIGN_IN_MS && signIns > 0)
}
