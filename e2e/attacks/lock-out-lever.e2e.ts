import { request } from 'node:http'
import pg from 'pg'
import { startProduct } from '../kit/product.ts'
import { holds, same } from '../kit/same.ts'
import type { Envelope } from '../kit/session.ts'
import type { Proof } from '../proof.ts'

const PASSWORD = 'Journey-2026'
const CAPTCHA = 10102
const LOCKED = 10105
const WRONG = 10101

export const proof: Proof = {
  title: 'Who fails 200 sign-ins in the owner’s name from 20 addresses keeps nobody out, and a spray is bounded',
  seconds: 120,
  async run(say) {
    const product = await startProduct()
    const db = new pg.Client({ connectionString: product.databaseUrl })
    await db.connect()
    try {
      const enter = signInOver(product.url)
      const solved = solving(product.url, db)
      // the owner's browser, and a telephone at home without anything kept
      const browser = await enter('127.0.1.1', 'admin', PASSWORD, { known_device: '' })
      same('the owner signs in', browser.code, 0)
      const { known_device } = browser.data

      const told = await attack(enter, solved)
      say(`200 failures: ${told}`)
      same(
        'the owner from the known browser, elsewhere',
        (await enter('127.0.2.2', 'admin', PASSWORD, { known_device })).code,
        0,
      )
      same(
        'the owner from the known browser, beside an attacker',
        (await enter('127.0.9.1', 'admin', PASSWORD, { known_device })).code,
        0,
      )
      same('the owner from the known place', (await enter('127.0.1.1', 'admin', PASSWORD)).code, 0)
      const stranger = await enter('127.0.3.3', 'admin', PASSWORD)
      same('a stranger from a new place', stranger.code, CAPTCHA)
      same('the puzzle is offered', stranger.data.captcha, 1)
      same('and with it solved', (await enter('127.0.3.3', 'admin', PASSWORD, await solved('127.0.3.3'))).code, 0)
      same(
        'an attacker with the right password, later',
        (await enter('127.0.9.1', 'admin', PASSWORD, await solved('127.0.9.1'))).code,
        LOCKED,
      )

      const judged = await spray(enter, solved)
      say(`of 50 names tried by one address with puzzles solved, ${judged} passwords were looked at`)
      holds('a spray is bounded by address', judged <= 30)
    } finally {
      await db.end()
      await product.close()
    }
  },
}

type Enter = (address: string, account: string, password: string, more?: object) => Promise<Envelope>

function askFrom(localAddress: string, method: string, url: string, body = ''): Promise<Envelope> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' }
    const asking = request(url, { method, localAddress, headers }, async (answer) => {
      let text = ''
      for await (const part of answer.setEncoding('utf8')) text += part
      resolve(JSON.parse(text) as Envelope)
    })
    asking.on('error', reject).end(body)
  })
}

const signInOver =
  (url: string): Enter =>
  (address, account, password, more = {}) =>
    askFrom(address, 'POST', `${url}/api/v1/user/login`, JSON.stringify({ account, password, ...more }))

/** A puzzle that an attacker at an address solved. */
type Solved = (address: string) => Promise<object>

/** The server draws the puzzles; the position of the gap is only in the store. */
const solving =
  (url: string, db: pg.Client): Solved =>
  async (address) => {
    const { data } = await askFrom(address, 'GET', `${url}/api/v1/captcha`)
    const { rows } = await db.query<{ gap: number }>('select gap from captcha where id = $1', [data.captcha_id])
    return { captcha_id: data.captcha_id, captcha_x: rows[0]?.gap, captcha_trail: [0, 1, 1, 2, 1] }
  }

/** Ten tries from each of twenty addresses, every second with a solved puzzle. */
async function attack(enter: Enter, solved: Solved): Promise<string> {
  const codes = new Map<number, number>()
  for (let n = 1; n <= 20; n++) {
    for (let tries = 0; tries < 10; tries++) {
      const more = tries % 2 ? {} : await solved(`127.0.9.${n}`)
      const { code } = await enter(`127.0.9.${n}`, 'admin', `Wrong-${tries}-2026`, more)
      codes.set(code, (codes.get(code) ?? 0) + 1)
    }
  }
  return [...codes].map(([code, count]) => `${count} × ${code}`).join(', ')
}

/** One address tries many names, with a solved puzzle each; how many passwords were looked at. */
async function spray(enter: Enter, solved: Solved): Promise<number> {
  let judged = 0
  for (let n = 0; n < 50; n++) {
    const { code } = await enter('127.0.8.8', `name-${n}`, 'Summer-2026', await solved('127.0.8.8'))
    if (code === WRONG) judged++
  }
  return judged
}
