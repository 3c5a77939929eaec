import type { Page } from 'playwright-core'
import { inBuilding } from './kit/building.ts'
import { speak } from './kit/page-on.ts'
import { same } from './kit/same.ts'
import type { Session } from './kit/session.ts'
import { until } from './kit/wait.ts'
import type { Proof } from './proof.ts'

/** Milliseconds for any one step. */
const WAIT = 180_000

/** Access points that only run signed scripts do not report their configuration, and cannot roll back by themselves. */
export const proof: Proof = {
  title:
    'A restricted access point is left out until somebody agrees, proves by its number what it runs, and is said before not to come back by itself',
  seconds: 600,
  waits: true,
  run: (say) => inBuilding({ restricted: '' }, (page, session) => plays(page, session, say)),
}

interface Ap {
  id: number
  name: string
}

async function plays(page: Page, session: Session, say: (line: string) => void): Promise<void> {
  const [first, second] = await until('two access points are online', WAIT, async () => {
    const { list } = await session.ask<{ list: Ap[] }>('GET device/ap', { online: 1, limit: 2, orderby: 'id asc' })
    return list.length === 2 ? (list as [Ap, Ap]) : undefined
  })
  const id = await isReviewed(page, session, first)
  await isLeftAlone(page, session, id, first)
  await isAgreed(page, session, id, first)
  say('nothing is sent before somebody agrees; what it then runs is proved by the number it reports')
  await isLeftOut(page, session, first, second)
  say('one that is unknown is left out of a set, the others are changed')
}

const guest = ({ id: target_id }: Ap) => ({
  level: 2,
  target_id,
  kind: 'wireless',
  key: 'Guest',
  set: { enable: 1, band: ['2g', '5g'], encryption: 'psk2', password: 'rain-and-wind' },
})

const stateOf = (session: Session, { id: device_id }: Ap) => session.ask('GET intent/state', { device_id })

async function isReviewed(page: Page, session: Session, ap: Ap): Promise<number> {
  const { readable, base_at } = await stateOf(session, ap)
  same('it cannot tell what it runs', [readable, base_at], [0, 0])
  const { id } = await session.ask('POST change/edit', { edits: [guest(ap)], name: 'Guest' })
  await page.goto(`${new URL(page.url()).origin}/config/change?id=${id}`)
  const effect = page.getByRole('region', { name: '影响' })
  await effect.getByRole('button', { name: /现有配置未知\s*1/ }).waitFor()
  await effect.getByRole('button', { name: /不能自动回退\s*1/ }).waitFor()
  await effect.getByText('1 台设备断线后不能自行回退').waitFor()
  const device = page.getByRole('region', { name: new RegExp(ap.name) })
  await device.getByText('不能自动回退').waitFor()
  await device.getByText('该设备的运行配置未知').waitFor()
  await speak(page, 'en')
  const told = page.getByRole('region', { name: 'Effect', exact: true })
  await told.getByRole('button', { name: /Configuration unknown\s*1/ }).waitFor()
  await told.getByText('1 device cannot roll back automatically').waitFor()
  await page
    .getByRole('region', { name: new RegExp(ap.name) })
    .getByText('Cannot roll back automatically', { exact: true })
    .waitFor()
  await speak(page, 'zh')
  return id
}

async function isLeftAlone(page: Page, session: Session, id: number, ap: Ap): Promise<void> {
  const before = await stateOf(session, ap)
  await page.getByRole('button', { name: '应用…' }).click()
  const options = page.getByRole('dialog')
  await options.getByText('1 台设备的现有配置未知，将被跳过。').waitFor()
  await options.getByRole('button', { name: '应用', exact: true }).click()
  await page
    .getByText(/请先读取或导入，或在审核变更时输入设备名称/)
    .first()
    .waitFor()
  same('it is a draft still', (await session.ask('GET change/detail', { id })).state, 'draft')
  same('nothing was sent', await stateOf(session, ap), before)
}

async function isAgreed(page: Page, session: Session, id: number, ap: Ap): Promise<void> {
  const options = page.getByRole('dialog')
  await options.getByRole('button', { name: '取消' }).click()
  await page.getByRole('button', { name: '从空配置开始…' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByLabel(`请输入 ${ap.name} 以确认`).fill(ap.name)
  await question.getByRole('button', { name: '确认', exact: true }).click()
  await page.getByRole('button', { name: /无法恢复原配置\s*1/ }).waitFor()
  await page.getByRole('button', { name: '应用…' }).click()
  await options.getByLabel('观察时间').fill('0')
  await options.getByRole('button', { name: '应用', exact: true }).click()
  await ended(session, id, 'done')
  const row = page.getByRole('row', { name: ap.name })
  await row.getByText('已生效').waitFor({ timeout: WAIT })
  const { sync, desired_uuid, reported_uuid } = await stateOf(session, ap)
  same('it reports the number it was sent', [sync, reported_uuid], [1, desired_uuid])
  await until('Guest is on the air', WAIT, async () => {
    const { facts } = await session.ask('GET device/detail', { id: ap.id })
    return (facts?.ssids ?? []).some(({ ssid }: { ssid: string }) => ssid === 'Guest')
  })
}

async function isLeftOut(page: Page, session: Session, known: Ap, unknown: Ap): Promise<void> {
  const named = ({ id: target_id }: Ap) => ({ level: 2, target_id, kind: 'system', key: '', set: { name: 'lobby' } })
  const edits = [named(known), guest(unknown)]
  const { id } = await session.ask('POST change/edit', { edits, name: 'Lobby' })
  await page.goto(`${new URL(page.url()).origin}/config/change?id=${id}`)
  await page
    .getByRole('region', { name: '影响' })
    .getByRole('button', { name: /现有配置未知\s*1/ })
    .waitFor()
  await page.getByRole('button', { name: /不能自动回退\s*2/ }).waitFor()
  await page.getByRole('button', { name: '应用…' }).click()
  const options = page.getByRole('dialog')
  await options.getByLabel('观察时间').fill('0')
  await options.getByRole('button', { name: '应用', exact: true }).click()
  await ended(session, id, 'done')
  await page.getByRole('row', { name: known.name }).getByText('已生效').waitFor({ timeout: WAIT })
  const left = page.getByRole('row', { name: unknown.name })
  await left.getByText('已跳过').waitFor()
  await left.getByText('现有配置未知，未下发').waitFor()
  await speak(page, 'en')
  await left.getByText('Skipped').waitFor()
  same('it was sent nothing', (await stateOf(session, unknown)).desired_uuid, 0)
}

async function ended(session: Session, id: number, state: string): Promise<void> {
  const now = async () => (await session.ask('GET change/detail', { id })).state
  await until('the set has ended', WAIT, async () => !['draft', 'running', 'returning'].includes(await now()), 300)
  same('how the set ended', await now(), state)
}
