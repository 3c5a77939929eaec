import { type Session, signIn as sessionIn } from './kit/session.ts'
import { until } from './kit/wait.ts'
import type { Journey } from './rig.ts'

/** Of a demonstration access point: its name is what is changed. */
const NAME = 'Lobby-AP-07'

export const journey: Journey = {
  title:
    'A change is drafted, reviewed on the device it is for, applied, followed and undone; a reboot says whom it cuts off',
  options: { demo: true },
  async run({ url, page, signIn }) {
    const session = await sessionIn(url, 'admin', 'Journey-2026')
    const id = await draftOne(session)
    await signIn()
    await page.goto(`${url}/config/device/switch`)
    const bar = page.getByRole('complementary', { name: '变更草稿' })
    await bar.getByText('1 项更改，涉及 1 台设备').waitFor()

    await linksAreKnown(session)
    const row = page.getByRole('row', { name: /核心交换机|Core switch/ }).first()
    await row.getByRole('button', { name: '重启' }).click()
    const question = page.getByRole('alertdialog')
    await question
      .getByText('将失去连接')
      .filter({ hasText: /\d+ 台 AP.*\d+ 个在线终端/ })
      .waitFor()
    await question.getByRole('button', { name: '取消' }).click()

    await bar.getByRole('link', { name: '审核' }).click()
    await page.getByRole('button', { name: '应用…' }).waitFor()
    await page
      .getByRole('region', { name: /配置差异/ })
      .filter({ hasText: NAME })
      .waitFor()
    await page.getByRole('button', { name: '应用…' }).click()
    const options = page.getByRole('dialog')
    await options.getByLabel('观察时间').fill('1')
    await options.getByRole('button', { name: '应用', exact: true }).click()
    const ended = async () => (await session.ask('GET change/detail', { id })).state !== 'running'
    await until('the set has ended', 180_000, ended, 500)
    await page.getByText('已完成').first().waitFor()
    await page.getByText('已生效').first().waitFor()

    await page.getByRole('button', { name: '撤销…' }).click()
    await page.getByRole('heading', { name: /^撤销：/ }).waitFor()
    await page
      .getByRole('region', { name: /配置差异/ })
      .filter({ hasText: NAME })
      .waitFor()
  },
}

/** An edit of one access point whose configuration was read, as the forms of the console make it. */
async function draftOne(session: Session): Promise<number> {
  const one = async () =>
    (await session.ask<{ list: { id: number }[] }>('GET device/ap', { limit: 1, online: 1 })).list[0]
  const ap = await until('an access point is online', 60_000, one, 300)
  const edit = { level: 2, target_id: ap.id, kind: 'system', key: '', set: { name: NAME } }
  const { id } = await session.ask<{ id: number }>('POST change/edit', { edits: [edit] })
  const known = async () => (await session.ask('GET change/review', { id })).list[0]?.known === 1
  await until('what it runs is read', 60_000, known, 1000)
  return id
}

/** Devices report their neighbours some time after they connected. */
async function linksAreKnown(session: Session): Promise<void> {
  const { list } = await session.ask<{ list: { id: number }[] }>('GET device/switch', { search: 'Core switch' })
  const ids = list.map(({ id }) => id)
  type Known = { device_cnt: number; terminal_cnt: number; uncertain: number }
  // until all have reported their neighbours, the topology changes
  const known = async () => {
    const blast = await session.ask<Known>('GET change/blast', { ids, action: 'reboot' })
    return blast.uncertain === 0 && blast.device_cnt > 0 && blast.terminal_cnt > 0
  }
  await until('the links of the switch are known', 90_000, known, 500)
}
