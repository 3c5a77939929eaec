import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { DeviceClient } from '@belvedere/fleet/client/device-client.ts'
import { certificateFor } from '@belvedere/server/base/keys/key-pairs.ts'
import type { Product } from './product.ts'
import { until } from './wait.ts'

/** A key and a certificate for it, PEM. */
export interface Held {
  readonly serial: string
  readonly key: string
  readonly cert: string
}

export const newKey = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
const pemOf = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }) as string

/** A certificate of the product's device authority, as one that was given out in earlier days. */
export async function holderOf(product: Product, serial: string, days = 3650, key = newKey()): Promise<Held> {
  const read = (end: string) => readFileSync(join(product.data, `pki/device-ca.${end}`), 'utf8')
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' })
  const issuer = { certificate: read('pem'), key: createPrivateKey(read('key')) }
  const cert = await certificateFor({ name: serial, publicKey, kind: 'client', now: Date.now(), days }, issuer)
  return { serial, key: pemOf(key), cert }
}

/** Exchanges a token as a host does; the answer's body, and its status. */
export async function enrol(
  { enrolPort }: Pick<Product, 'enrolPort'>,
  token: string,
  serial: string,
  key = newKey(),
): Promise<{ status: number; body: Record<string, string>; held: Held }> {
  const body = JSON.stringify({
    token,
    serial,
    hostname: 'host',
    public_key: createPublicKey(key).export({ type: 'spki', format: 'pem' }),
    proof: sign('sha256', Buffer.from(token), key).toString('base64'),
  })
  const options = { method: 'POST', host: '127.0.0.1', port: enrolPort, path: '/enrol', rejectUnauthorized: false }
  return new Promise((resolve, reject) => {
    const sent = request(options, async (answer) => {
      const pieces: Buffer[] = []
      for await (const piece of answer) pieces.push(piece as Buffer)
      const read = JSON.parse(Buffer.concat(pieces).toString()) as Record<string, string>
      resolve({
        status: answer.statusCode ?? 0,
        body: read,
        held: { serial, key: pemOf(key), cert: read.certificate ?? '' },
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** A device on its connection, with everything it was sent. */
export interface Dialled {
  readonly heard: { method?: string; params?: Record<string, unknown> }[]
  readonly open: boolean
  /** Why it was closed; empty while it is open. */
  readonly why: string
  close(): void
}

/** Dials and says who it is; does not wait for what comes of it. */
export async function dial({ devicePort: port }: Product, { serial, key, cert }: Held): Promise<Dialled> {
  const heard: Dialled['heard'] = []
  let why = ''
  const client = new DeviceClient({
    host: '127.0.0.1',
    port,
    key,
    cert,
    serial,
    family: 'linux',
    listener: {
      heard(device, { id, method, params }) {
        heard.push({ ...(method && { method }), ...(params && { params }) })
        if (typeof id === 'number') device.answer(id)
      },
      closed: (_, reason) => (why = reason || 'closed'),
    },
  })
  await client.open()
  client.hello()
  return {
    heard,
    get open() {
      return client.isOpen
    },
    get why() {
      return why
    },
    close: () => client.close(),
  }
}

/** The gateway does not let it in. */
export async function isTurnedAway(product: Product, held: Held): Promise<Dialled> {
  const one = await dial(product, held)
  await until(`${held.serial} is turned away`, 10_000, () => one.why)
  return one
}
