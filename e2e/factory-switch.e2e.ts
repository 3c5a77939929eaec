import { applyChange } from './kit/apply-change.ts'
import { beginWithReports } from './kit/begin-with-reports.ts'
import { startFleet } from './kit/fleet.ts'
import { type Product, startProduct } from './kit/product.ts'
import { holds, same } from './kit/same.ts'
import type { Session } from './kit/session.ts'
import { seconds, until } from './kit/wait.ts'
import type { Proof } from './proof.ts'

/** Within which a claimed switch can be configured, ms. */
const READY = 60_000
/** A switch sends its first report a minute after it was configured, and its check after that. */
const SENT = 240_000

export const proof: Proof = {
  title:
    'A factory switch can be configured within a minute of its claim, and keeps all ports while VLAN and PoE change',
  waits: true,
  seconds: 420,
  async run(say) {
    const product = await startProduct({ flags: ['--no-demo'] })
    try {
      await configures(product, say)
    } finally {
      await product.close()
    }
  },
}

interface Interface {
  name: string
  role: string
  up: boolean
  poe?: { status: string }
}

async function configures(product: Product, say: (line: string) => void): Promise<void> {
  const session = await product.signIn()
  const { id: scene_id } = await session.ask<{ id: number }>('POST scene', { name: '新门店' })
  const fleet = startFleet('factory', { port: product.devicePort, 'ca-dir': `${product.data}/pki` })
  try {
    const sn = await until('it dialled in', 60_000, async () => {
      const { list } = await session.ask<{ list: { sn: string; type: number }[] }>('GET device/unclaimed', {
        limit: 50,
      })
      return list.find(({ type }) => type === 2)?.sn
    })
    await session.ask('POST device/add', { sn, scene_id, report: 1 })
    const began = performance.now()
    const device_id = (await session.ask<{ list: { id: number }[] }>('GET device/switch', { search: sn })).list[0]
      ?.id as number
    const state = () => session.ask<{ sync: number; base_at: number }>('GET intent/state', { device_id })
    await until('it can be configured', READY, async () => (await state()).base_at > 0, 200)
    say(`a factory switch could be configured ${seconds(performance.now() - began)} after it was claimed`)
    // the rest of its configuration is unknown: nothing is sent before an administrator confirms
    const { asked, pending } = await session.ask('GET change/report', { device_id })
    same('it waits for an administrator', [asked, pending], [1, 0])
    await beginWithReports(session, [device_id])
    // the uplink port is known only after it reports
    const settled = async () => (await state()).sync === 1
    await until('it is in sync after it was told to report', SENT, settled, 500)
    say(`it was told to report ${seconds(performance.now() - began)} after it was claimed`)
    const told = async () => {
      const { reporting } = await session.ask<{ reporting: { terminals: number } | null }>('GET change/report', {
        device_id,
      })
      const { list } = await session.ask<{ list: { terminals: number | null }[] }>('GET device/switch', { search: sn })
      return reporting?.terminals === 1 && list[0]?.terminals !== null
    }
    await until('it reports terminals', SENT, told, 500)
    const facts = async () => {
      const { facts } = await session.ask<{ facts: { interfaces: Interface[] } }>('GET device/detail', {
        id: device_id,
      })
      return facts.interfaces
    }
    const up = (list: Interface[]) => list.filter((one) => one.role === 'port' && one.up).map(({ name }) => name)
    const before = await facts()

    const free = before.filter((one) => one.role === 'port' && !one.up && one.poe).map(({ name }) => name)
    const [vlan = '', dark = ''] = free
    const { device_cnt } = await change(session, [
      { level: 2, target_id: device_id, kind: 'port', key: vlan, set: { vlan: 20 } },
      { level: 2, target_id: device_id, kind: 'port', key: dark, set: { poe: 0 } },
    ])
    same('devices of the change set', device_cnt, 1)
    await until('it is in sync', SENT, async () => (await state()).sync === 1, 500)
    const after = await until('it reports what was changed', SENT, async () => {
      const list = await facts()
      const power = list.find(({ name }) => name === dark)?.poe?.status
      return list.some(({ name }) => name === 'Vlan20') && power === 'Disabled' ? list : undefined
    })
    same('ports with a link', up(after), up(before))
    const powered = (list: Interface[]) =>
      list.filter(({ name, poe }) => name !== dark && poe && poe.status !== 'Disabled').map(({ name }) => name)
    same('ports with power', powered(after), powered(before))
    holds('it is there', (await session.ask('GET device/detail', { id: device_id })).device.online === 1)
  } catch (error) {
    throw new Error(`${(error as Error).stack}\nfleet: ${fleet.heard}`, { cause: error })
  } finally {
    await fleet.end('SIGTERM')
  }
}

async function change(session: Session, edits: object[]): Promise<{ device_cnt: number }> {
  const { id } = await session.ask<{ id: number }>('POST change/edit', { edits })
  const { device_cnt } = await applyChange(session, { id, soak: 0, confirm: 120 })
  await until(
    'the change set is done',
    SENT,
    async () => (await session.ask<{ state: string }>('GET change/detail', { id })).state === 'done',
    500,
  )
  return { device_cnt }
}
