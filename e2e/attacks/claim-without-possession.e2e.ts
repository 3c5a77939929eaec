import { join } from 'node:path'
import { createHash } from 'node:crypto'
import type { TLSSocket } from 'node:tls'
import { issueDeviceCertificates } from '@belvedere/fleet/client/certificates.ts'
import { startProduct } from '../kit/product.ts'
import { holds, same } from '../kit/same.ts'
import { foundSecondTeam } from '../kit/second-team.ts'
import { type Session, signIn } from '../kit/session.ts'
import { pause, until } from '../kit/wait.ts'
import { dialWebSocket, frame } from '../kit/wire.ts'
import type { Proof } from '../proof.ts'

const WITHIN = 20_000
const VICTIM = '0c66c1a10001'
const CODED = '0c66c1a10002'
const CODE = 'T7NB-4KXW-02'
const TOO_FAST = 10005
const WRONG = 10317
const TOO_MANY_TRIES = 10318
const TOO_MANY_CLAIMS = 10170

export const proof: Proof = {
  title: 'A stranger who knows the serial number of a device gets neither the device nor a word about it',
  async run(say) {
    const product = await startProduct()
    const sockets: (TLSSocket | undefined)[] = []
    try {
      const house = await product.signIn()
      const { id: scene_id } = await house.ask('POST scene', { name: 'House' })
      for (const account of ['stranger', 'buyer']) await foundSecondTeam(product.databaseUrl, account)
      const stranger = await signIn(product.url, 'stranger', 'Journey-2026')
      const buyer = await signIn(product.url, 'buyer', 'Journey-2026')
      const { id: theirs } = await stranger.ask('POST scene', { name: 'Theirs' })
      const { id: bought } = await buyer.ask('POST scene', { name: 'Bought' })

      const { key, certificates } = await issueDeviceCertificates(join(product.data, 'pki'), [VICTIM, CODED])
      const dial = async (serial: string, more = {}) => {
        const socket = await dialWebSocket(product.devicePort, { key, cert: certificates.get(serial) ?? '' })
        sockets.push(socket?.resume())
        const capabilities = { platform: 'ap', model: 'AX', compatible: 'ax', ...more }
        const params = { serial, uuid: 1, firmware: 'x', capabilities }
        socket?.write(frame(JSON.stringify({ jsonrpc: '2.0', method: 'connect', params })))
      }
      await dial(VICTIM)
      await dial(CODED, {
        'x-claim': { code_sha256: createHash('sha256').update(CODE.replaceAll('-', '')).digest('hex') },
      })
      const unclaimed = async () => (await house.ask('GET device/unclaimed', {})).total
      await until('both wait for somebody', WITHIN, async () => (await unclaimed()) === 2)

      const told = await tellApart(stranger, theirs)
      say(`${told} ways to ask about a serial number: an unknown one and a connected one answer alike`)
      await squat(product.url, stranger, theirs)
      const guesses = await guess(stranger, theirs)
      say(`${guesses} guessed codes at once: five were looked at`)
      same('devices of the stranger', (await stranger.ask('GET device/all', {})).total, 0)

      const mine = await ask(buyer, CODED, bought, { claim_code: CODE })
      same('who has the device has it', [mine.code, mine.data.online], [0, 1])
      const request = (await house.ask('GET device/claim/request', { search: VICTIM })).list[0]
      same('the request is the administrator’s to decide', [request.team_name, request.device.online], ['stranger', 1])
      await house.ask('POST device/claim/refuse', { ids: [request.id], block: 1 })
      same('it is refused for good', (await ask(stranger, VICTIM, theirs)).data.asked.state, 2)
      const own = await ask(house, VICTIM, scene_id)
      same('the installation’s own team claims by serial number', [own.code, own.data.online], [0, 1])
    } finally {
      for (const socket of sockets) socket?.destroy()
      await product.close()
    }
  },
}

/** As often as it takes: one address adds only so many a minute. */
async function ask(session: Session, sn: string, scene_id: number, more = {}) {
  for (;;) {
    const answer = await session.call('POST device/add', { sn, scene_id, ...more })
    if (answer.code !== TOO_FAST) return answer
    await pause(300)
  }
}

/** Every question that names a serial number, of a connected device and of an unknown one. */
async function tellApart(session: Session, scene_id: number): Promise<number> {
  const questions: ((sn: string) => Promise<unknown>)[] = [
    (sn) => ask(session, sn, scene_id),
    (sn) => ask(session, sn, scene_id, { claim_code: 'NOT-THE-CODE' }),
    (sn) => session.call('GET device/find', { search: sn }),
    (sn) => session.call('GET device/all', { sn }),
    (sn) => session.call('GET device/all', { search: sn }),
    (sn) => session.call('GET device/option', { search: sn }),
    (sn) => session.call('GET device/unclaimed', { search: sn }),
    (sn) => session.call('GET scene/query', { search: sn }),
    (sn) => session.call('POST device/cgi', { sn, type: 'interfaces', content: '{}' }),
  ]
  const plain = (answer: unknown, sn: string) =>
    JSON.stringify(answer)
      .replaceAll(sn, 'SN')
      .replace(/"id":\d+/g, '"id":N')
      .replace(/"expires_at":\d+/g, '"expires_at":N')
  for (const [at, question] of questions.entries()) {
    const unknown = `0c66dead${at.toString().padStart(4, '0')}`
    same(`question ${at}`, plain(await question(VICTIM), VICTIM), plain(await question(unknown), unknown))
  }
  return questions.length
}

/** Two thousand serial numbers in one call, and ever more one by one. */
async function squat(url: string, session: Session, scene_id: number): Promise<void> {
  const serials = Array.from({ length: 2000 }, (_, n) => `0c66aaaa${n.toString(16).padStart(4, '0')}`)
  const send = async (list: readonly string[]) => {
    const form = new FormData()
    form.append('scene_id', String(scene_id))
    form.append('file', new Blob([`serial\n${list.join('\n')}\n`]), 'list.csv')
    const init = { method: 'POST', headers: { authorization: session.token }, body: form }
    const answer = await fetch(`${url}/api/v1/device/add/import`, init)
    return (await answer.json()) as { code: number; data: { ask_cnt: number } }
  }
  same('2,000 in one call', (await send(serials)).code, TOO_MANY_CLAIMS)
  const waiting = (await session.ask('GET device/claim', {})).total
  same('the rest of 500', (await send(serials.slice(0, 500 - waiting))).data.ask_cnt, 500 - waiting)
  same('one more', (await ask(session, '0c66bbbb0000', scene_id)).code, TOO_MANY_CLAIMS)
}

async function guess(session: Session, scene_id: number): Promise<number> {
  const codes = Array.from({ length: 12 }, (_, n) => `GUESS-${String(n).padStart(4, '0')}`)
  const answers = await Promise.all(codes.map((claim_code) => ask(session, CODED, scene_id, { claim_code })))
  const of = (code: number) => answers.filter((answer) => answer.code === code).length
  same('looked at, and not', [of(WRONG), of(TOO_MANY_TRIES)], [5, 7])
  same('the right one, too late', (await ask(session, CODED, scene_id, { claim_code: CODE })).code, TOO_MANY_TRIES)
  holds('nothing was claimed', (await session.ask('GET device/all', {})).total === 0)
  return codes.length
}
