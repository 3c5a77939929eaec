import type { Page } from 'playwright-core'
import { launchBrowser } from './browser.ts'
import { startFleet } from './kit/fleet.ts'
import { PASSWORD, type Product, startProduct } from './kit/product.ts'
import { holds, same } from './kit/same.ts'
import type { Session } from './kit/session.ts'
import { seconds, timed, until } from './kit/wait.ts'
import type { Proof } from './proof.ts'

/** ms from a claim until the figures of the device are shown. */
const SHOWN = 60_000

export const proof: Proof = {
  title: 'A factory access point is claimed with the tick and shows figures within a minute; its line raises no alarm',
  waits: true,
  seconds: 900,
  async run(say) {
    const product = await startProduct({ flags: ['--no-demo'] })
    try {
      await claims(product, say)
    } finally {
      await product.close()
    }
  },
}

interface Detail {
  facts_at: number
  device: { cpu: number | null; wan_ip: string | null }
  facts: { radios?: object[]; ssids?: object[]; wans?: { name: string; up: boolean }[] } | null
}

async function claims(product: Product, say: (line: string) => void): Promise<void> {
  const session = await product.signIn()
  await session.ask('POST scene', { name: '新门店' })
  const fleet = startFleet('factory', { port: product.devicePort, 'ca-dir': `${product.data}/pki` })
  const browser = await launchBrowser()
  try {
    const page = await signedIn(await browser.newPage({ viewport: { width: 1440, height: 900 } }), product.url)
    const [ticked, plain] = await until('they dialled in', 60_000, async () => {
      const { list } = await session.ask<{ list: { sn: string; type: number }[] }>('GET device/unclaimed', {
        limit: 50,
      })
      const aps = list.filter(({ type }) => type === 1)
      return aps.length === 3 ? aps.map(({ sn }) => sn) : undefined
    })
    await page.goto(`${product.url}/config/device/ap`)
    const claim = (sn: string, tick: boolean) => claimOf(page, sn, tick)

    const began = performance.now()
    await claim(ticked as string, true)
    const device_id = await idOf(session, ticked as string)
    const detail = (id: number) => session.ask<Detail>('GET device/detail', { id })
    const figures = async () => {
      const { device, facts } = await detail(device_id)
      return device.cpu !== null && device.wan_ip !== null && (facts?.radios?.length ?? 0) > 0
    }
    await until('it shows figures', SHOWN, figures, 200)
    say(`figures of a factory access point ${seconds(performance.now() - began)} after it was claimed`)
    const reports = () => session.ask('GET change/report', { device_id })
    const told = await timed(
      'the change set is done',
      240_000,
      async () => (await reports()).reporting?.terminals === 1,
    )
    say(`its change set was done ${seconds(told)} later`)

    await claim(plain as string, false)
    const other = await idOf(session, plain as string)
    await until('its figures', SHOWN, async () => (await detail(other)).facts !== null, 200)
    await page.goto(`${product.url}/config/device/ap?search=${plain}`)
    await page.getByRole('row').filter({ hasText: '在线' }).first().getByRole('button', { name: /展开/ }).click()
    const notice = page.getByRole('status').filter({ hasText: '每 10 分钟上报一次状态，不上报终端、无线网络、事件' })
    await notice.getByRole('button', { name: '开始上报' }).click()
    await notice.waitFor({ state: 'detached', timeout: 240_000 })

    const moment = Math.floor(Date.now() / 1000)
    for (const id of [device_id, other])
      await until('a state of its own came', 150_000, async () => (await detail(id)).facts_at > moment, 500)
    const alarms = await session.ask<{ list: { type: string; key: string }[] }>('GET alarm/log', { limit: 100 })
    same(
      'lines said to be down',
      alarms.list.filter(({ type }) => type === 'dev_wan_disconnect'),
      [],
    )
    const { facts } = await detail(device_id)
    holds('it tells its networks', Array.isArray(facts?.ssids))
    same(
      'its lines',
      facts?.wans?.map(({ name, up }) => [name, up]),
      [['WAN', true]],
    )
  } catch (error) {
    throw new Error(`${(error as Error).stack}\nfleet: ${fleet.heard}`, { cause: error })
  } finally {
    await browser.close()
    await fleet.end('SIGTERM')
  }
}

async function signedIn(page: Page, url: string): Promise<Page> {
  page.setDefaultTimeout(30_000)
  await page.addInitScript(() => localStorage.setItem('belvedere.lang', 'zh'))
  await page.goto(url)
  await page.getByLabel('账号', { exact: true }).fill('admin')
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL((now) => !now.pathname.startsWith('/login'))
  return page
}

async function claimOf(page: Page, sn: string, tick: boolean): Promise<void> {
  await page.getByRole('button', { name: '添加设备' }).first().click()
  const dialog = page.getByRole('dialog', { name: '添加设备' })
  await dialog.getByRole('tab', { name: /待认领设备/ }).click()
  const row = dialog.getByRole('row').filter({ hasText: sn })
  await row.waitFor()
  if (tick) await dialog.getByLabel('添加后立即开始上报').check()
  await row.getByRole('button', { name: '认领' }).click()
  await row.waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: '关闭' }).last().click()
}

async function idOf(session: Session, search: string): Promise<number> {
  return until('it is in the list', 30_000, async () => {
    const { list } = await session.ask<{ list: { id: number }[] }>('GET device/all', { search, limit: 1 })
    return list[0]?.id
  })
}
