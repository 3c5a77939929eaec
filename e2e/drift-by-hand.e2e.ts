import { same, holds } from './kit/same.ts'
import { register } from './kit/register.ts'
import { type Product, freePorts, startProduct } from './kit/product.ts'
import { serialsOf, startFleet } from './kit/fleet.ts'
import { until } from './kit/wait.ts'
import type { Proof } from './proof.ts'

const SCENARIO = 'building-200'
const DEVICES = 12

/** The present configuration of a device is kept; a manual change is detected, and adopted or reverted by a change set. */
export const proof: Proof = {
  title: 'A device is adopted as it is; a change by hand is found, adopted, and another one put right',
  async run(say) {
    const product = await startProduct({ flags: ['--no-demo'] })
    try {
      await drifts(product, say)
    } finally {
      await product.close()
    }
  },
}

async function drifts(product: Product, say: (line: string) => void): Promise<void> {
  const session = await product.signIn()
  const { id: scene_id } = await session.ask<{ id: number }>('POST scene', { name: 'Building' })
  await register(product.databaseUrl, scene_id, await serialsOf(SCENARIO, DEVICES))
  const [control = 0] = await freePorts(1)
  const flags = {
    devices: DEVICES,
    port: product.devicePort,
    'ca-dir': `${product.data}/pki`,
    control,
    'time-scale': 0.01,
    fast: '',
  }
  const fleet = startFleet(SCENARIO, flags)
  try {
    const { id: device_id, sn } = await until('an access point is online', 60_000, async () => {
      const { list } = await session.ask('GET device/ap', { online: 1, limit: 1 })
      return list[0]
    })
    const state = () => session.ask('GET intent/state', { device_id })
    await until('what it has is read', 60_000, async () => (await state()).base_at > 0, 200)
    same('it is in sync', (await state()).sync, 1)
    await tamper(control, sn, 'by-hand')
    same('the change is found', (await session.ask('POST intent/read', { device_id })).sync, 3)
    const { hunks } = await session.ask('GET intent/drift', { device_id })
    same('where it is', hunks, [{ place: '/unit/name', before: hunks[0]?.before, after: 'by-hand', intents: [] }])
    same('adopted', await session.ask('POST intent/drift/adopt', { device_id, places: ['/unit/name'] }), {
      adopted: 1,
      left: 0,
    })
    same('it is in sync again', (await session.ask('POST intent/read', { device_id })).sync, 1)

    await tamper(control, sn, 'again')
    same('the next one is found', (await session.ask('POST intent/read', { device_id })).sync, 3)
    const touch = { level: 2, target_id: device_id, kind: 'system', key: '', set: null }
    const { id } = await session.ask('POST change/edit', { edits: [touch] })
    await session.ask('POST change/apply', { id, soak: 0, canary: 1, confirm: 60 })
    await until(
      'the set is done',
      90_000,
      async () => (await session.ask('GET change/detail', { id })).state === 'done',
      200,
    )
    same('it runs what is wanted', await session.ask('POST intent/read', { device_id }), { sync: 1, differences: 0 })
    const { list } = await session.ask('GET intent/revision', { device_id })
    holds('both are revisions of it', list.length >= 2)
    say('a configuration read, changed by hand, adopted, changed again and put right')
  } catch (error) {
    throw new Error(`${(error as Error).message}\nfleet: ${fleet.heard}`, { cause: error })
  } finally {
    await fleet.end('SIGTERM')
  }
}

/** Somebody at the device gives it another name. */
async function tamper(control: number, target: string, text: string): Promise<void> {
  const body = JSON.stringify({ kind: 'tamper', target, text })
  const answer = await fetch(`http://127.0.0.1:${control}/faults`, { method: 'POST', body })
  same('the fault is there', answer.status, 200)
}
