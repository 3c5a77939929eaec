import type { Page } from 'playwright-core'
import { same } from './kit/same.ts'
import { type Session, signIn as sessionIn } from './kit/session.ts'
import { until } from './kit/wait.ts'
import type { Journey } from './rig.ts'

const WAIT = 120_000

export const journey: Journey = {
  title:
    'A switch whose configuration is not known is sent nothing until its name is typed; its backup says what it is',
  options: { demo: true },
  async run({ url, page, signIn }) {
    const session = await sessionIn(url, 'admin', 'Journey-2026')
    const { id: device_id, name } = await until('the switch is there', WAIT, async () => {
      const { list } = await session.ask('GET device/switch', { online: 1, search: 'Park core switch' })
      return list[0]
    })
    const state = () => session.ask('GET intent/state', { device_id })
    await until('it has reported its ports', WAIT, async () => (await state()).base_from === 'reported', 500)
    const edit = { level: 2, target_id: device_id, kind: 'service', key: 'report', set: { interval: 120 } }
    const { id } = await session.ask<{ id: number }>('POST change/edit', { edits: [edit] })
    await signIn()
    await page.goto(`${url}/config/change?id=${id}`)
    await isBlocked(page, name)
    same('nothing is sent', (await session.call('POST change/apply', { id })).code, 11240)
    await refusesDocument(page, name)
    await begins(page, name)
    same('where its configuration begins', (await state()).base_from, 'agreed')
    await applies(page)
    await until('the set is done', WAIT, async () => (await done(session, id)) === 1, 500)
    await page.getByRole('button', { name: '撤销…' }).click()
    await page.getByText('该设备首次下发前的配置未知').waitFor()
    await backsUp(session, device_id)
    await page.goto(`${url}/global/backup?search=${encodeURIComponent(name)}`)
    await page.getByText('上报 + 下发').first().waitFor()
  },
}

const done = async (session: Session, id: number): Promise<number> =>
  (await session.ask<{ done_cnt: number }>('GET change/detail', { id })).done_cnt

async function isBlocked(page: Page, name: string): Promise<void> {
  const device = page.getByRole('region', { name: new RegExp(name) }).first()
  await device.getByText('该设备的运行配置未知').waitFor()
  await page.getByRole('button', { name: '应用…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('1 台设备的现有配置未知，将被跳过').waitFor()
  await dialog.getByRole('button', { name: '取消' }).click()
}

/** What is no configuration of a switch is refused, with the reason. */
async function refusesDocument(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: '导入配置…' }).click()
  const dialog = page.getByRole('dialog', { name: `导入 ${name} 的配置` })
  await dialog.getByLabel('配置', { exact: true }).fill('{"radios":[]}')
  await dialog.getByRole('button', { name: '导入', exact: true }).click()
  await page.getByText('这不是该设备的配置').first().waitFor()
  await dialog.getByLabel('配置', { exact: true }).fill('')
  await dialog.getByRole('button', { name: '取消' }).click()
}

async function begins(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: '从上报的状态开始…' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByLabel(`请输入 ${name} 以确认`).fill(name)
  await question.getByRole('button', { name: '确认', exact: true }).click()
  await page.getByText('该设备首次下发前的配置未知').waitFor()
}

async function applies(page: Page): Promise<void> {
  await page.getByRole('button', { name: '应用…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('1 台设备的原有配置未知').waitFor()
  await dialog.getByLabel('观察时间').fill('0')
  await dialog.getByRole('button', { name: '应用', exact: true }).click()
}

async function backsUp(session: Session, device_id: number): Promise<void> {
  await session.ask('POST device/command/backup', { ids: [device_id], wait: 30 })
  const { list } = await session.ask('GET device/backup/list', { device_id })
  same('how its backup came about', [list[0]?.format, list[0]?.derived], ['document', 1])
}
