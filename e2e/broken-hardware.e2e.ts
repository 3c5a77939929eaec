import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import pg from 'pg'
import { launchBrowser } from './browser.ts'
import { serialsOf, startFleet } from './kit/fleet.ts'
import { metric } from './kit/metric.ts'
import { freePorts, PASSWORD, type Product, startProduct } from './kit/product.ts'
import { register } from './kit/register.ts'
import { holds, same } from './kit/same.ts'
import type { Session } from './kit/session.ts'
import { until } from './kit/wait.ts'
import type { Proof } from './proof.ts'

const SCENARIO = 'building-200'
const DEVICES = 12
const SWITCH = 's1-core'
const AP = 's1-ap-1-1'
/** Attempts of the refused device that are waited for. */
const REFUSED = 5

export const proof: Proof = {
  title:
    'A fan that fails is an alarm until it is mended; two devices with one serial number are one alarm, and one stays',
  async run(say) {
    const product = await startProduct({ flags: ['--webhook-inside', 'allow'] })
    const browser = await launchBrowser()
    const provider = await startProvider()
    try {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
      await context.addInitScript(() => localStorage.setItem('belvedere.lang', 'zh'))
      const page = await context.newPage()
      page.setDefaultTimeout(30_000)
      await plays(product, page, provider, say)
    } catch (error) {
      throw new Error(`${(error as Error).stack}\nserver: ${product.heard.slice(-3000)}`, { cause: error })
    } finally {
      await browser.close()
      provider.close()
      await product.close()
    }
  },
}

interface Lab {
  session: Session
  db: pg.Client
  page: Page
  product: Product
  provider: Provider
  control: number
}

async function plays(product: Product, page: Page, provider: Provider, say: (line: string) => void): Promise<void> {
  const session = await product.signIn()
  const { id: scene_id } = await session.ask<{ id: number }>('POST scene', { name: '办公楼' })
  await register(product.databaseUrl, scene_id, await serialsOf(SCENARIO, DEVICES))
  const settings = { webhook: provider.url, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }
  await session.ask('POST alarm/user', { type: 3, name: '值班系统', provider: 'webhook', settings })
  const [control = 0] = await freePorts(1)
  const flags = {
    devices: DEVICES,
    port: product.devicePort,
    'ca-dir': `${product.data}/pki`,
    control,
    interval: 5,
    fast: '',
  }
  const fleet = startFleet(SCENARIO, flags)
  const db = new pg.Client({ connectionString: product.databaseUrl })
  await db.connect()
  try {
    const lab: Lab = { session, db, page, product, provider, control }
    const online = async () => (await session.ask('GET device/all', { online: 1 })).total === DEVICES
    await until('all devices are online', 60_000, online, 300)
    await signIn(page, product)
    await fanFails(lab)
    say('a fan fails: an alarm in the bell, in the log and on the page of its switch, told; mended: over, told')
    await serialTwice(lab)
    say(
      `two devices with one certificate: one alarm, the other refused ${REFUSED} times, the same connection throughout`,
    )
  } catch (error) {
    throw new Error(`${(error as Error).stack}\nfleet: ${fleet.heard.slice(-1000)}`, { cause: error })
  } finally {
    await db.end().catch(() => {})
    await fleet.end('SIGTERM')
  }
}

async function signIn(page: Page, { url }: Product): Promise<void> {
  await page.goto(url)
  await page.getByRole('textbox', { name: '账号' }).fill('admin')
  await page.getByRole('textbox', { name: '密码' }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL((at) => !at.pathname.startsWith('/login'))
}

const TEXT = '风扇 FAN 1：FAN 1 has failed (FAN_FAULT)'

async function fanFails(lab: Lab): Promise<void> {
  const { page, product, provider } = lab
  const fault = await breaks(lab, 'break-fan', SWITCH)
  await page.getByText('未处理告警 1').waitFor({ state: 'attached' })
  await page.getByRole('button', { name: '告警', exact: true }).click()
  await page.getByText('严重 1').waitFor()
  await page.getByRole('menuitem', { name: '告警日志' }).click()
  const row = page.locator('tbody tr').filter({ hasText: '风扇故障' })
  await row.getByText(TEXT).waitFor()
  await until('it is told', 60_000, () => provider.heard.some((one) => one.includes('FAN 1 has failed')))

  const { list } = await lab.session.ask('GET alarm/log', { type: 'dev_fan' })
  await page.goto(`${product.url}/config/device/switch?search=${list[0].sn}`)
  await page.locator('[data-row="0"]').getByRole('button', { name: '展开' }).click()
  await page.getByRole('tab', { name: '告警', exact: true }).click()
  const panel = page.getByRole('table', { name: '设备告警' }).getByRole('row').filter({ hasText: TEXT })
  await panel.getByText('未处理').waitFor()

  const told = provider.heard.length
  await mends(lab, fault)
  await panel.getByText('已解决').waitFor()
  await until('its end is told', 60_000, () => provider.heard.slice(told).some((one) => one.includes('FAN 1')))
  same('alarms of fans', (await lab.session.ask('GET alarm/log', { type: 'dev_fan' })).total, 1)
}

async function serialTwice(lab: Lab): Promise<void> {
  const { session, db, page, product } = lab
  const fault = await breaks(lab, 'clone', AP)
  const alarms = () => session.ask('GET alarm/log', { type: 'dev_duplicate' })
  await until('it is an alarm', 60_000, async () => (await alarms()).total > 0)
  const { device_id } = (await alarms()).list[0]
  const refused = () => metric(product, 'ucentral_refused_total')
  // from the first refusal on it is decided who stays
  await until('the other one is refused', 60_000, async () => (await refused()) > 0)
  const presence = async () => {
    const { rows } = await db.query(
      `select online, session, since from device_state where device_id = ${Number(device_id)}`,
    )
    return JSON.stringify(rows)
  }
  const [before, first] = [await presence(), await refused()]
  holds('it is online', before.includes('"online":true'))
  await until('it is refused again and again', 120_000, async () => {
    same('its presence', await presence(), before)
    return (await refused()) >= first + REFUSED
  })
  same('alarms of it', (await alarms()).total, 1)
  await page.goto(`${product.url}/maintenance/alert/log`)
  await page.locator('tbody tr').filter({ hasText: '序列号重复' }).getByText('均来自 127.0.0.1').waitFor()
  await mends(lab, fault)
}

async function breaks(lab: Lab, kind: string, target: string): Promise<number> {
  return ((await asked(lab, 'POST', 'faults', { kind, target })) as { id: number }).id
}

const mends = (lab: Lab, id: number) => asked(lab, 'DELETE', `faults/${id}`)

async function asked({ control }: Lab, method: string, path: string, body?: object): Promise<unknown> {
  const url = `http://127.0.0.1:${control}/${path}`
  const answer = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })
  if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
  return answer.json()
}

interface Provider {
  url: string
  /** Bodies it took. */
  heard: string[]
  close(): void
}

/** The receiver of alarm messages. */
async function startProvider(): Promise<Provider> {
  const heard: string[] = []
  const server = createServer(async (request, answering) => {
    let body = ''
    for await (const part of request.setEncoding('utf8')) body += part
    heard.push(body)
    answering.end('ok')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/alarms`
  return { url, heard, close: () => void server.close().closeAllConnections() }
}
