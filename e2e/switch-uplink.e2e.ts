import { beginWithReports } from './kit/begin-with-reports.ts'
import type { Page } from 'playwright-core'
import { DEVICES, inBuilding } from './kit/building.ts'
import { speak } from './kit/page-on.ts'
import { same } from './kit/same.ts'
import type { Session } from './kit/session.ts'
import { until } from './kit/wait.ts'
import type { Proof } from './proof.ts'

/** Milliseconds for any one step. */
const WAIT = 200_000

/** A switch keeps what it is sent and has no timer of its own: what would cut it off is refused before, or taken back by the switch above it. */
export const proof: Proof = {
  title:
    'The uplink of a switch is refused by name, and one killed from the switch above it comes back; the review says who cannot by itself',
  seconds: 900,
  waits: true,
  run: (say) => inBuilding({}, (page, session) => plays(page, session, say)),
}

interface Switch {
  id: number
  name: string
  uplink: string
  /** Where its uplink ends on the switch above it. */
  remote: string
  /** Ports without a reported speed, because nothing was ever connected. */
  untold: string[]
}

async function plays(page: Page, session: Session, say: (line: string) => void): Promise<void> {
  await allOnline(session)
  const [core, access] = await until('both switches have told their ports', WAIT, () => switchesOf(session), 500)
  await beginWithReports(session, [core.id, access.id])
  await uplinkIsRefused(page, session, access)
  say(
    'the uplink is refused by name, the rest of the set is in effect, and the review says that the switch cannot return',
  )
  await comesBack(page, session, core, access)
  say('a wrong VLAN on the switch above: the canary is found unhealthy, all devices are back')
}

const allOnline = (session: Session) =>
  until(
    'all devices are online',
    WAIT,
    async () => (await session.ask('GET device/all', { online: 1 })).total === DEVICES,
  )

interface Told {
  uplinks?: string[]
  neighbours?: { port: string; remote_port: string }[]
  interfaces?: { name: string; up: boolean; speed_mbps?: number; poe?: object }[]
}

/** The switch below the other one last. */
async function switchesOf(session: Session): Promise<[Switch, Switch] | undefined> {
  const { list } = await session.ask<{ list: { id: number; name: string }[] }>('GET device/switch', { limit: 10 })
  const found: Switch[] = []
  for (const { id, name } of list) {
    const [{ facts }, { base_at }] = await Promise.all([
      session.ask<{ facts: Told | null }>('GET device/detail', { id }),
      session.ask('GET intent/state', { device_id: id }),
    ])
    const [uplink = ''] = facts?.uplinks ?? []
    const remote = facts?.neighbours?.find(({ port }) => port === uplink)?.remote_port ?? ''
    const untold = (facts?.interfaces ?? [])
      .filter(({ name, speed_mbps, poe }) => name.startsWith('Ethernet') && !speed_mbps && !poe)
      .map((one) => one.name)
    if (base_at && uplink && remote) found.push({ id, name, uplink, remote, untold })
  }
  const [core, access] = found.sort((a, b) => Number(b.remote.startsWith('LAN')) - Number(a.remote.startsWith('LAN')))
  return core && access ? [core, access] : undefined
}

const port = ({ id: target_id }: Switch, key: string, set: object) => ({ level: 2, target_id, kind: 'port', key, set })
const speeds = (one: Switch) => one.untold.map((key) => port(one, key, { speed: 10_000 }))

async function uplinkIsRefused(page: Page, session: Session, access: Switch): Promise<void> {
  const edits = [...speeds(access), port(access, access.uplink, { enable: 0 }), port(access, 'Ethernet20', { poe: 0 })]
  const { id } = await session.ask('POST change/edit', { edits, name: '关闭端口' })
  await page.goto(`${new URL(page.url()).origin}/config/change?id=${id}`)
  await page.getByRole('region', { name: '影响' }).getByText('1 台设备断线后不能自行回退').waitFor()
  const device = page.getByRole('region', { name: new RegExp(access.name) })
  await device.getByText('不能自动回退').waitFor()
  await device.getByText('交换机会立即保存收到的配置，重启也不会恢复').waitFor()
  await device.getByText('该端口是交换机的上行口，更改后平台将无法管理它').waitFor()
  await speak(page, 'en')
  const told = page.getByRole('region', { name: new RegExp(access.name) })
  await told.getByText('Cannot roll back automatically').waitFor()
  await told.getByText('A switch saves its configuration immediately').waitFor()
  await told.getByText('This port is the uplink of the switch').waitFor()
  await speak(page, 'zh')
  await page.getByRole('button', { name: '应用…' }).click()
  const options = page.getByRole('dialog')
  await options.getByLabel('观察时间').fill('0')
  await options.getByRole('button', { name: '应用', exact: true }).click()
  await ended(session, id, 'done')
  await page.getByRole('row', { name: access.name }).getByText('已生效').waitFor({ timeout: WAIT })
  const moment = Math.floor(Date.now() / 1000)
  await until('the uplink is up in what it reports next', WAIT, async () => {
    const { facts, facts_at } = await session.ask<{ facts: Told; facts_at: number }>('GET device/detail', {
      id: access.id,
    })
    return facts_at > moment && facts.interfaces?.find(({ name }) => name === access.uplink)?.up
  })
}

async function comesBack(page: Page, session: Session, core: Switch, access: Switch): Promise<void> {
  const edits = [...speeds(core), port(core, access.remote, { vlan: 99 })]
  const { id } = await session.ask('POST change/edit', { edits, name: 'Wrong VLAN' })
  await page.goto(`${new URL(page.url()).origin}/config/change?id=${id}`)
  const effect = page.getByRole('region', { name: '影响' })
  await effect.getByText('1 台设备断线后不能自行回退').waitFor()
  await page.getByRole('button', { name: '应用…' }).click()
  const options = page.getByRole('dialog')
  // shorter than the silence after which the gateway considers a device offline
  await options.getByLabel('观察时间').fill('15')
  await options.getByRole('button', { name: '应用', exact: true }).click()
  await ended(session, id, 'returned')
  await page.getByText('变更后设备或其下级设备离线').first().waitFor({ timeout: WAIT })
  await page.getByRole('row', { name: core.name }).getByText('已回退').waitFor({ timeout: WAIT })
  await allOnline(session)
  const { list } = await session.ask('GET intent', { level: 2, target_id: core.id })
  same('nothing of it is wanted', list, [])
}

async function ended(session: Session, id: number, state: string): Promise<void> {
  const now = () => session.ask('GET change/detail', { id })
  const over = async () => !['draft', 'running', 'returning'].includes((await now()).state)
  await until('the set has ended', WAIT, over, 300).catch(async (error: Error) => {
    const [set, items, trail] = await Promise.all(
      ['detail', 'item', 'trail'].map((what) => session.ask(`GET change/${what}`, { id })),
    )
    throw new Error(`${error.message} ${JSON.stringify({ set, items, trail })}`, { cause: error })
  })
  same('how the set ended', (await now()).state, state)
}
