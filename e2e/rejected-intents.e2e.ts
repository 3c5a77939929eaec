import type { Page } from 'playwright-core'
import { inBuilding } from './kit/building.ts'
import { speak } from './kit/page-on.ts'
import { same } from './kit/same.ts'
import type { Session } from './kit/session.ts'
import { until } from './kit/wait.ts'
import type { Proof } from './proof.ts'

/**
 * What an access point rejects by the rules of its firmware. Wishes of the forms are refused before they are sent, so that these are
 * raw pieces of configuration.
 */
export const proof: Proof = {
  title:
    'Each key an access point rejects stands with its wish; what took effect in part is taken back, or kept if the set says so',
  seconds: 600,
  waits: true,
  run: (say) => inBuilding({}, (page, session) => rejects(page, session, say)),
}

interface Ap {
  id: number
  name: string
}

async function rejects(page: Page, session: Session, say: (line: string) => void): Promise<void> {
  const ap = await until('an access point is online', 120_000, async (): Promise<Ap | undefined> => {
    const { list } = await session.ask('GET device/ap', { online: 1, limit: 1 })
    return list[0]
  })
  const state = () => session.ask('GET intent/state', { device_id: ap.id })
  await until('what it has is read', 120_000, async () => (await state()).base_at > 0, 200)
  await isTakenBack(page, session, ap)
  await isKept(page, session, ap)
  await isRefused(page, session, ap)
  say('two rejected keys, each with its wish in both languages: taken back; kept where the set says so')
  say('a value the schema rejects: refused whole, the device unchanged, the wish named')
}

const channels = {
  radios: [
    { band: '2G', channel: 1, 'channel-width': 20 },
    { band: '5G', channel: 173, 'channel-width': 80 },
  ],
}
const kiosk = {
  interfaces: [
    {
      name: 'WAN',
      role: 'upstream',
      services: ['lldp', 'ssh'],
      ethernet: [{ 'select-ports': ['WAN*', 'LAN*'] }],
      ipv4: { addressing: 'dynamic' },
      ssids: [
        {
          name: 'Office',
          'wifi-bands': ['2G', '5G'],
          'bss-mode': 'ap',
          encryption: { proto: 'psk2', key: 'rain-and-wind' },
        },
        {
          name: 'Kiosk',
          'wifi-bands': ['HaLow'],
          'bss-mode': 'ap',
          encryption: { proto: 'psk2', key: 'rain-and-wind' },
        },
      ],
    },
  ],
}

const raw = ({ id: target_id }: Ap, key: string, document: object) => ({
  level: 2,
  target_id,
  kind: 'raw',
  key,
  set: { document },
})

async function isTakenBack(page: Page, session: Session, ap: Ap): Promise<void> {
  const before = await runs(session, ap)
  const edits = [raw(ap, 'channels', channels), raw(ap, 'kiosk', kiosk)]
  const { id } = await session.ask('POST change/edit', { edits, name: 'Kiosk' })
  await page.goto(`${new URL(page.url()).origin}/config/change?id=${id}`)
  await page.getByRole('button', { name: '应用…' }).click()
  const options = page.getByRole('dialog')
  await options.getByText('设备只能采用部分配置时保留已生效的部分').waitFor()
  await options.getByRole('button', { name: '应用', exact: true }).click()
  await ended(session, id, 'returned')
  const row = page.getByRole('row', { name: ap.name })
  await row.getByText('已回退').waitFor({ timeout: 120_000 })
  await row.getByText('设备只应用了部分配置：').waitFor()
  await row.getByRole('button', { name: '展开' }).click()
  await readsOf(page, '未生效', [
    ['射频不支持信道 173，改为自动选择', '对应的更改：原始配置 channels'],
    ['没有可承载无线网络“Kiosk”的射频', '对应的更改：原始配置 kiosk'],
  ])
  await speak(page, 'en')
  await row.getByText('Returned').waitFor()
  await row.getByText('The device applied only a part of it: ').waitFor()
  await readsOf(page, 'Not in effect', [
    [
      'The radio does not support channel 173 and chooses one by itself',
      'Requested setting: Raw configuration channels',
    ],
    ['No radio of this device supports the network “Kiosk”', 'Requested setting: Raw configuration kiosk'],
  ])
  await speak(page, 'zh')
  same('by its own word it runs what it ran', await runs(session, ap), before)
  const { list } = await session.ask('GET intent', { level: 2, target_id: ap.id })
  same('nothing of it is wanted', list, [])
}

async function isKept(page: Page, session: Session, ap: Ap): Promise<void> {
  const edits = [raw(ap, 'channels', channels), raw(ap, 'kiosk', kiosk)]
  const { id } = await session.ask('POST change/edit', { edits, name: 'Kiosk, as far as it goes' })
  await page.goto(`${new URL(page.url()).origin}/config/change?id=${id}`)
  await page.getByRole('button', { name: '应用…' }).click()
  const options = page.getByRole('dialog')
  await options.getByLabel('观察时间').fill('0')
  await options.getByText('设备只能采用部分配置时保留已生效的部分').click()
  await options.getByRole('button', { name: '应用', exact: true }).click()
  await ended(session, id, 'done')
  const row = page.getByRole('row', { name: ap.name })
  await row.getByText('部分生效').waitFor({ timeout: 120_000 })
  await row.getByRole('button', { name: '展开' }).click()
  await readsOf(page, '未生效', [['没有可承载无线网络“Kiosk”的射频', '对应的更改：原始配置 kiosk']])
  await until('Office is on the air, and Kiosk is not', 120_000, async () => {
    const { facts } = await session.ask('GET device/detail', { id: ap.id })
    const names = new Set((facts?.ssids ?? []).map(({ ssid }: { ssid: string }) => ssid))
    return names.has('Office') && !names.has('Kiosk')
  })
}

/** The schema takes no such speed for a port of an access point: all of the document is refused. */
async function isRefused(page: Page, session: Session, ap: Ap): Promise<void> {
  const before = await runs(session, ap)
  const fast = { ethernet: [{ 'select-ports': ['LAN*'], speed: 25_000 }] }
  const { id } = await session.ask('POST change/edit', { edits: [raw(ap, 'uplink', fast)], name: '25G' })
  await session.ask('POST change/apply', { id, soak: 0, canary: 1, confirm: 60 })
  await ended(session, id, 'returned')
  await page.goto(`${new URL(page.url()).origin}/config/change?id=${id}`)
  const row = page.getByRole('row', { name: ap.name })
  await row.getByText('失败，未改动').waitFor()
  await row.getByRole('button', { name: '展开' }).click()
  await readsOf(page, '未生效', [[/取值只能是 .*10000/, '对应的更改：原始配置 uplink']])
  await speak(page, 'en')
  await row.getByText('Failed, unchanged').waitFor()
  await readsOf(page, 'Not in effect', [
    [/The value has to be one of .*10000/, 'Requested setting: Raw configuration uplink'],
  ])
  same('it is as it was', await runs(session, ap), before)
}

async function ended(session: Session, id: number, state: string): Promise<void> {
  const now = async () => (await session.ask('GET change/detail', { id })).state
  await until('the set has ended', 240_000, async () => !['draft', 'running', 'returning'].includes(await now()), 300)
  same('how the set ended', await now(), state)
}

/** The lines of the expanded device, each with its intent. */
async function readsOf(
  page: Page,
  mark: string,
  lines: readonly (readonly [string | RegExp, string])[],
): Promise<void> {
  for (const [text, wish] of lines)
    await page
      .getByRole('listitem')
      .filter({ hasText: mark })
      .filter({ hasText: text })
      .filter({ hasText: wish })
      .waitFor()
}

/** How the configuration read in the device's own shell differs from the one at adoption. */
async function runs(session: Session, { id: device_id }: Ap): Promise<unknown> {
  const read = await session.ask('POST intent/read', { device_id })
  same('it runs what it was sent', read, { sync: 1, differences: 0 })
  const { diff } = await session.ask('GET intent/revision/diff', { device_id, from: 'base', to: 'running' })
  return diff
}
