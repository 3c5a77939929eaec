import { generateKeyPairSync, sign } from 'node:crypto'
import pg from 'pg'
import { serialsOf, startFleet } from './kit/fleet.ts'
import { sysupgradeImage } from './kit/image.ts'
import { type Product, startProduct } from './kit/product.ts'
import { register } from './kit/register.ts'
import { holds, same } from './kit/same.ts'
import type { Session } from './kit/session.ts'
import { until } from './kit/wait.ts'
import type { Proof } from './proof.ts'

const SCENARIO = 'building-200'
const DEVICES = 12
const GUEST = 'Guest'
/** Milliseconds for any one step: most take a moment, and two slow cores some twenty of them. */
const WAIT = 180_000

/** The library's way to stock access points, and what they carry afterwards; read from what the device itself says. */
export const proof: Proof = {
  title:
    'An access point is upgraded from the library without TLS and keeps its networks; what a clean one loses is sent again',
  seconds: 900,
  waits: true,
  async run(say) {
    const product = await startProduct()
    try {
      await upgrades(product, say)
    } catch (error) {
      throw new Error(`${(error as Error).stack}\nserver: ${product.heard.slice(-3000)}`, { cause: error })
    } finally {
      await product.close()
    }
  },
}

interface Ap {
  id: number
  sn: string
  model: string
}

async function upgrades(product: Product, say: (line: string) => void): Promise<void> {
  const session = await product.signIn()
  const { id: scene_id } = await session.ask<{ id: number }>('POST scene', { name: 'Building' })
  await register(product.databaseUrl, scene_id, await serialsOf(SCENARIO, DEVICES))
  const { devicePort: port, data } = product
  const flags = { devices: DEVICES, port, 'ca-dir': `${data}/pki`, interval: 1, 'time-scale': 0.01, fast: '' }
  const fleet = startFleet(SCENARIO, flags)
  const db = new pg.Client({ connectionString: product.databaseUrl })
  await db.connect()
  try {
    const ap = await until('an access point is online', WAIT, async (): Promise<Ap | undefined> => {
      const { list } = await session.ask('GET device/ap', { online: 1, limit: 1 })
      return list[0]
    })
    const state = () => session.ask('GET intent/state', { device_id: ap.id })
    const ssids = () => ssidsOf(db, ap.id)
    await until('what it has is read', WAIT, async () => (await state()).base_at > 0, 200)
    await giveGuest(session, ap)
    await until('it carries Guest', WAIT, async () => (await ssids()).includes(GUEST), 200)
    const before = (await ssids()).toSorted()
    const { desired_uuid } = await state()

    const signed = await vendor(product, session, ap)
    const kept = { firmware_ids: [await signed('4.8.0')], ids: [ap.id], soak: 0, back: 2, backup: 0 }
    const { waves } = await session.ask('POST firmware/campaign/preview', kept)
    same('the way it takes, and why', waves[0].devices[0].way, 'plain')
    same('no other is open before it', waves[0].devices[0].why, ['public_not_set'])
    await campaign(session, kept)
    await until('it runs what it was sent', WAIT, async () => {
      const { sync, reported_uuid } = await state()
      return sync === 1 && reported_uuid === desired_uuid
    })
    await until('its networks are on the air', WAIT, async () => (await ssids()).includes(GUEST), 200)
    same('all of them', (await ssids()).toSorted(), before)

    const clean = { ...kept, firmware_ids: [await signed('4.9.0')], clean: 1 }
    await campaign(session, clean)
    await until('it is drifted', WAIT, async () => (await state()).sync === 3, 200)
    same('it came back as from the factory', (await state()).reported_uuid, 1)
    await until('nothing is on the air', WAIT, async () => (await ssids()).length === 0, 200)
    same('nothing was sent to it', (await session.ask('GET intent/policy', { scene_id })).team, 'ask')
    await session.ask('PUT intent/policy', { scene_id, on_return: 'resend' })
    await until('it is sent its own again', WAIT, async () => (await ssids()).includes(GUEST), 300)
    await until('and is in sync', WAIT, async () => (await state()).sync === 1, 300)
    same('all of them again', (await ssids()).toSorted(), before)
    say(
      `${ap.model}: ${before.length} networks kept over an upgrade by the port without TLS; lost by a clean one, marked at`,
    )
    say('once, and sent again by the policy of its scene')
  } catch (error) {
    throw new Error(`${(error as Error).message}\nfleet: ${fleet.heard}`, { cause: error })
  } finally {
    await db.end()
    await fleet.end('SIGTERM')
  }
}

/** As the device reported last. */
async function ssidsOf(db: pg.Client, id: number): Promise<string[]> {
  const { rows } = await db.query<{ ssids: { ssid: string }[] | null }>(
    `select facts -> 'ssids' as ssids from device_detail where device_id = $1`,
    [id],
  )
  return [...new Set((rows[0]?.ssids ?? []).map(({ ssid }) => ssid))]
}

async function giveGuest(session: Session, { id: target_id }: Ap): Promise<void> {
  const set = { enable: 1, band: ['2g', '5g'], encryption: 'psk2', password: 'rain-and-wind' }
  const edit = { level: 2, target_id, kind: 'wireless', key: GUEST, set }
  const { id } = await session.ask('POST change/edit', { edits: [edit] })
  await session.ask('POST change/apply', { id, soak: 0, canary: 1, confirm: 60 })
  await until('Guest is sent', WAIT, async () => (await session.ask('GET change/detail', { id })).state === 'done', 200)
}

/** Images for the model, signed by a key the team trusts. */
async function vendor(
  { url }: Product,
  session: Session,
  { model }: Ap,
): Promise<(version: string) => Promise<number>> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const key = publicKey.export({ type: 'spki', format: 'pem' }) as string
  await session.ask('POST firmware/key', { name: 'Vendor', key })
  return async (version) => {
    const bytes = sysupgradeImage(model, version)
    const form = new FormData()
    form.append('signature', sign(null, bytes, privateKey).toString('base64'))
    form.append('file', new Blob([new Uint8Array(bytes)]), `skylarkos-${version}.bin`)
    const headers = { authorization: session.token }
    const answer = await fetch(`${url}/api/v1/firmware`, { method: 'POST', headers, body: form })
    const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: any }
    same(`the image is kept: ${msg}`, code, 0)
    return data.firmware.id
  }
}

async function campaign(session: Session, order: Record<string, unknown>): Promise<void> {
  const { campaign_id: id } = await session.ask('POST plat/task/upgrade', order)
  const seen = () => session.ask('GET firmware/campaign/detail', { id })
  await until('the campaign is over', 2 * WAIT, async () => (await seen()).campaign.state !== 'running', 300)
  const { campaign: end, devices } = await seen()
  holds(`the device is upgraded: ${JSON.stringify(devices)}`, end.counts.done === 1)
}
