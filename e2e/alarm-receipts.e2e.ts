import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serialsOf, startFleet } from './kit/fleet.ts'
import { type Product, startProduct } from './kit/product.ts'
import { register } from './kit/register.ts'
import { holds, same } from './kit/same.ts'
import type { Session } from './kit/session.ts'
import { pause, seconds, timed, until } from './kit/wait.ts'
import type { Proof } from './proof.ts'

const DEVICES = 3
/** ms in which people must know that something went, and after a new start. */
const KNOWN = 30_000
const AGAIN = 45_000
const SECRET = 'SEC0123456789abcdef0123'
const WHSEC = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

export const proof: Proof = {
  title:
    'Incidents reach a chat robot and a webhook exactly once each, signed, receipts kept, over a kill -9 between the two',
  waits: true,
  async run(say) {
    const [dingtalk, webhook] = [await receiver(isDingtalk), await receiver(isWebhook)]
    const product = await startProduct({ flags: ['--webhook-inside', 'allow'] })
    try {
      await reachesBoth(product, dingtalk, webhook, say)
    } catch (error) {
      throw new Error(`${(error as Error).stack}\nserver: ${product.heard.slice(-3000)}`, { cause: error })
    } finally {
      await product.close()
      dingtalk.close()
      webhook.close()
    }
  },
}

interface Message {
  user_name: string
  state: number
  answer: string
  attempts: number
  subject: string
}

async function reachesBoth(
  product: Product,
  dingtalk: Receiver,
  webhook: Receiver,
  say: (line: string) => void,
): Promise<void> {
  const session = await product.signIn()
  const { id: scene_id } = await session.ask<{ id: number }>('POST scene', { name: 'Receipts' })
  await register(product.databaseUrl, scene_id, await serialsOf('building-200', DEVICES))
  // a device on its own is waited for a minute by default
  await session.ask('POST alarm/config', { list: [{ type: 'dev_offline', duration_s: 5 }] })
  await session.ask('POST alarm/user', {
    type: 3,
    name: 'chat',
    provider: 'dingtalk',
    settings: { webhook: `${dingtalk.url}/robot/send?access_token=0123456789abcdef`, secret: SECRET },
  })
  await session.ask('POST alarm/user', {
    type: 3,
    name: 'system',
    provider: 'webhook',
    settings: { webhook: `${webhook.url}/alarms`, secret: WHSEC },
  })
  webhook.isUp = false
  const flags = { devices: DEVICES, interval: 5, port: product.devicePort, 'ca-dir': `${product.data}/pki`, fast: '' }
  const fleet = startFleet('building-200', flags)
  await until('the devices are there', 60_000, async () => {
    const { list } = await session.ask<{ list: { online: number }[] }>('GET device/all', { scene_id, limit: 10 })
    return list.filter(({ online }) => online).length === DEVICES
  })
  await fleet.end('SIGKILL')

  const known = await timed('the chat hears of it', KNOWN, () => dingtalk.taken.length > 0)
  await until('its receipt is kept, and the webhook was tried', KNOWN, async () => {
    const messages = await messagesOf(session)
    const [chat, system] = ['chat', 'system'].map((name) => messages.filter(({ user_name }) => user_name === name))
    // every chat message has its receipt before the server is killed
    const isKept = chat?.length && chat.every(({ state }) => state === 1)
    return isKept && system?.length && system.every(({ state, attempts }) => state === 0 && attempts > 0)
  })
  await product.end('SIGKILL')
  webhook.isUp = true
  await product.start()
  const later = await product.signIn()
  const again = await timed('the webhook hears of it after the new start', AGAIN, () => webhook.taken.length > 0)
  await until('both receipts are kept', AGAIN, async () => (await messagesOf(later)).every(({ state }) => state === 1))
  await pause(4000)

  const incidents = webhook.taken.flatMap(({ body }) => (body['incidents'] as { id: number }[]).map(({ id }) => id))
  holds('incidents were told', incidents.length > 0)
  same('each incident reached the webhook once', incidents.length, new Set(incidents).size)
  const messages = await messagesOf(later)
  const told = (name: string) => messages.filter(({ user_name }) => user_name === name)
  same('messages the chat took', dingtalk.taken.length, told('chat').length)
  same('messages the webhook took', webhook.taken.length, told('system').length)
  same('forged or unsigned requests', [dingtalk.wrong, webhook.wrong], [0, 0])
  same('a message has one id, however often it was tried', new Set(webhook.ids).size, told('system').length)
  same('what the chat answered', [...new Set(told('chat').map(({ answer }) => answer))], ['ok'])
  holds(
    'what the webhook answered is kept',
    told('system').every(({ answer }) => answer.startsWith('HTTP 200')),
  )
  say(
    `chat after ${seconds(known)}, webhook ${seconds(again)} after the new start (${webhook.ids.length} tries); ${incidents.length} incident(s) in ${dingtalk.taken.length} and ${webhook.taken.length} message(s)`,
  )
}

async function messagesOf(session: Session): Promise<Message[]> {
  return (await session.ask<{ list: Message[] }>('GET alarm/user/delivery', { limit: 100 })).list
}

interface Receiver {
  url: string
  isUp: boolean
  /** What it said yes to. */
  taken: { body: Record<string, unknown> }[]
  /** Of every request, taken or not. */
  ids: string[]
  wrong: number
  close(): void
}

/** A provider at this machine's edge that takes nothing unsigned, and nothing while it is down. */
async function receiver(isSigned: (asked: IncomingMessage, body: string) => boolean): Promise<Receiver> {
  const server = createServer(async (asked, answering) => {
    let body = ''
    for await (const part of asked.setEncoding('utf8')) body += part
    it.ids.push(String(asked.headers['webhook-id']))
    if (!isSigned(asked, body)) it.wrong++
    if (!it.isUp) return void answering.writeHead(503).end('busy')
    it.taken.push({ body: JSON.parse(body) as Record<string, unknown> })
    answering.end(JSON.stringify({ errcode: 0, errmsg: 'ok' }))
  })
  const it: Receiver = {
    url: '',
    isUp: true,
    taken: [],
    ids: [],
    wrong: 0,
    close: () => void server.close().closeAllConnections(),
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  it.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return it
}

function isDingtalk({ url = '' }: IncomingMessage): boolean {
  const { searchParams } = new URL(url, 'http://provider')
  const at = searchParams.get('timestamp') ?? ''
  const sign = createHmac('sha256', SECRET).update(`${at}\n${SECRET}`).digest('base64')
  return Math.abs(Date.now() - Number(at)) < 3_600_000 && searchParams.get('sign') === sign
}

function isWebhook({ headers }: IncomingMessage, body: string): boolean {
  const said = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  const sign = createHmac('sha256', Buffer.from(WHSEC.slice('whsec_'.length), 'base64'))
    .update(said)
    .digest('base64')
  return headers['webhook-signature'] === `v1,${sign}`
}
