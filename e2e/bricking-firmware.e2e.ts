import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { serialsOf, startFleet } from './kit/fleet.ts'
import { freePorts, type Product, startProduct } from './kit/product.ts'
import { register } from './kit/register.ts'
import { holds, same } from './kit/same.ts'
import type { Session } from './kit/session.ts'
import { timed, until } from './kit/wait.ts'
import type { Proof } from './proof.ts'

const SCENARIO = 'building-200'
const DEVICES = 80
/** Share of the devices the image kills, percent. */
const BRICKS = 3
/** Devices of one wave: a campaign may harm those of the wave in which the first device is lost. */
const WAVE = 8

export const proof: Proof = {
  title:
    'An image that bricks 3 % stops its campaign in the wave that loses the first device, over a kill -9 of the server',
  waits: true,
  async run(say) {
    const product = await startProduct()
    try {
      await stopsInTime(product, say)
    } catch (error) {
      throw new Error(`${(error as Error).stack}\nserver: ${product.heard.slice(-3000)}`, { cause: error })
    } finally {
      await product.close()
    }
  },
}

interface CampaignDetail {
  campaign: { state: string; reason: string; counts: Record<'done' | 'lost' | 'waiting' | 'total', number> }
  devices: { name: string; wave: number; step: string }[]
}

async function stopsInTime(product: Product, say: (line: string) => void): Promise<void> {
  const session = await product.signIn()
  const { id: scene_id } = await session.ask<{ id: number }>('POST scene', { name: 'Building' })
  await register(product.databaseUrl, scene_id, await serialsOf(SCENARIO, DEVICES))
  const { devicePort: port, data } = product
  const [control = 0] = await freePorts(1)
  const flags = { devices: DEVICES, port, 'ca-dir': `${data}/pki`, control, 'time-scale': 0.01, fast: '' }
  const fleet = startFleet(SCENARIO, flags)
  try {
    const online = async () => (await session.ask('GET device/all', { online: 1 })).total === DEVICES
    await until('all devices are online', 60_000, online, 300)
    const firmware_id = await upload(product, session)
    await brick(control)
    const { campaign_id: id } = await session.confirmed('POST plat/task/upgrade', {
      firmware_ids: [firmware_id],
      soak: 0,
      back: 1,
      most: WAVE,
    })
    const detail = () => session.ask<CampaignDetail>('GET firmware/campaign/detail', { id })
    await until('some are upgraded', 60_000, async () => (await detail()).campaign.counts.done >= 4, 200)
    await product.end('SIGKILL')
    await product.start()
    const took = await timed('it pauses', 240_000, async () => (await detail()).campaign.state === 'paused', 500)
    const { campaign, devices } = await detail()
    const { reason, counts } = campaign
    same('it pauses because a device was lost', reason, 'device_lost')
    const lost = devices.filter(({ step }) => step === 'lost')
    holds(`at most a wave is harmed: ${JSON.stringify(counts)}`, lost.length >= 1 && lost.length <= WAVE)
    const first = Math.min(...lost.map(({ wave }) => wave))
    same(
      'devices of later waves that were not left alone',
      devices.filter(({ wave, step }) => wave > first && step !== 'waiting').map(({ name, step }) => [name, step]),
      [],
    )
    holds('others are left as they were', counts.waiting > 0)
    say(`${counts.total} access points, an image that kills ${BRICKS} %: paused after ${counts.done} upgrades with`)
    say(`${counts.lost} lost, ${Math.round(took / 1000)} s after a kill -9`)
  } catch (error) {
    throw new Error(`${(error as Error).message}\nfleet: ${fleet.heard}`, { cause: error })
  } finally {
    await fleet.end('SIGTERM')
  }
}

/** An image as OpenWrt's tools make them, for the access points of the fleet. */
async function upload({ url }: Product, { token }: Session): Promise<number> {
  const metadata = JSON.stringify({
    supported_devices: ['skylark_sa-360', 'skylark_sa-560'],
    version: { version: '4.9.0' },
  })
  const before = Buffer.concat([randomBytes(100_000), Buffer.alloc(8), Buffer.from(metadata)])
  const trailer = Buffer.alloc(16)
  trailer.write('FWx0')
  trailer.writeUInt32BE(~crc32(before) >>> 0, 4)
  trailer[8] = 1
  trailer.writeUInt32BE(24 + metadata.length, 12)
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(before), trailer]), 'skylarkos-4.9.0.bin')
  const answer = await fetch(`${url}/api/v1/firmware`, {
    method: 'POST',
    headers: { authorization: token },
    body: form,
  })
  const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: any }
  same(`the image is kept: ${msg}`, code, 0)
  return data.firmware.id
}

/** Some devices do not boot with the image; which ones depends on their serial numbers. */
async function brick(control: number): Promise<void> {
  const body = JSON.stringify({ kind: 'brick', percent: BRICKS, text: '4.9' })
  const answer = await fetch(`http://127.0.0.1:${control}/faults`, { method: 'POST', body })
  same('the fault is there', answer.status, 200)
}
