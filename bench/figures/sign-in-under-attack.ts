import { request } from 'node:http'
import { defineFigure } from '../kit/define-figure.ts'
import { startSideProcess } from '../kit/side-process.ts'
import { median } from '../kit/process-figures.ts'
import { PASSWORD, type BenchProduct, startProduct } from '../kit/product.ts'
import { pause } from '../kit/rig.ts'

/** Sign-ins that are timed, in each state. */
const TIMED = 25
const ACCOUNT = 'owner-of-all'

let product: BenchProduct
let known_device = ''

/** One sign-in from the given address; milliseconds. */
function signIn(address: string): Promise<number> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' }
    const out = request(
      `${product.url}/api/v1/user/login`,
      { method: 'POST', localAddress: address, headers, agent: false },
      async (answer) => {
        let text = ''
        for await (const part of answer.setEncoding('utf8')) text += part
        const { code, msg, data } = JSON.parse(text) as { code: number; msg: string; data: { known_device: string } }
        if (code !== 0) return reject(new Error(`${code} ${msg}`))
        known_device = data.known_device
        resolve(performance.now() - began)
      },
    )
    out.on('error', reject).end(JSON.stringify({ account: ACCOUNT, password: PASSWORD, known_device }))
  })
}

let address = 0

/** The owner's browser, at changing addresses: the median and the slowest sign-in. */
async function timed(): Promise<{ usual: number; slowest: number }> {
  const times: number[] = []
  for (let n = 0; n < TIMED; n++) {
    times.push(await signIn(`127.0.1.${(address++ % 250) + 1}`))
    await pause(60)
  }
  return { usual: median(times), slowest: Math.max(...times) }
}

let block = 9

/** Uses other addresses each time: the limit of an address per minute lasts for all rounds. */
async function attack(): Promise<{ stop(): Promise<Record<string, number>> }> {
  const helper = startSideProcess('floors/hostile-sign-ins-child.ts', product.url, ACCOUNT, String(block++))
  await helper.message()
  return {
    async stop() {
      const counts = helper.message<Record<string, number>>()
      helper.send({ order: 'counts' })
      await counts
      await helper.stop()
      return counts
    },
  }
}

const say = ({ usual, slowest }: { usual: number; slowest: number }) =>
  `${usual.toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms`

export const signInUnderAttack = defineFigure({
  name: 'sign-in-under-attack',
  what: 'sign-in of a known browser under 1,000 hostile sign-ins a second from 200 addresses, against quiet',
  must: { is: 'at most', value: 3, unit: '×' },
  async before() {
    product = await startProduct()
    await product.call('POST user/member', { account: ACCOUNT, role: 2, password: PASSWORD })
    for (let n = 0; n < 5; n++) await signIn('127.0.1.1')
  },
  after: () => product.stop(),
  async round() {
    const quiet = await timed()
    const { stop } = await attack()
    const loud = await timed()
    const counts = await stop()
    await product.db.query('delete from sign_in_guard')
    return {
      value: loud.usual / quiet.usual,
      floor: quiet.usual,
      note: `quiet ${say(quiet)}, under attack ${say(loud)}; hostile ${JSON.stringify(counts)}`,
    }
  },
})
