import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { launchBrowser } from './browser.ts'
import { countClicks } from './kit/clicks.ts'
import { startFleet } from './kit/fleet.ts'
import { sysupgradeImage } from './kit/image.ts'
import {
  runInWorkspace,
  commandsOf,
  type MakerWorkspace,
  fleetOf,
  makeSite,
  onDevice,
  openWorkspace,
  saveFiles,
  signingOf,
  signInTo,
  startAs,
} from './kit/maker-workspace.ts'
import { same } from './kit/same.ts'
import { seconds, until } from './kit/wait.ts'
import type { Proof } from './proof.ts'

const SITE = 'SITE'
const MODEL = 'Skylark SA-360'
const VERSION = '4.2.0'
const SWITCH = 'Terrace TS-2410P'
/** Nothing is connected to it, so removing its power interrupts nothing. */
const [PORT, PORT_VLAN] = ['Ethernet3', '40'] as const
/** Within which a device that was claimed shows its figures, ms. */
const SHOWN = 60_000
/** A change set watches its devices for a minute before it is done. */
const SENT = 240_000
/** SSID, VLAN and password. */
const NETWORKS = [
  ['Guest', '20', 'rain-and-wind'],
  ['Staff', '30', 'sun-and-snow'],
] as const

/**
 * A user with only the README and the console: everything is clicked in a browser, everything else typed in a shell
 * is a command of the README. The address bar is used once.
 */
export const proof: Proof = {
  title:
    'From an empty product with the README and the console alone: a factory access point gets in, carries two networks and keeps them over an upgrade; a factory switch keeps its ports',
  waits: true,
  seconds: 1_200,
  async run(say) {
    const desk = await openWorkspace()
    await makeSite(desk, SITE)
    const [start = ''] = await commandsOf(2)
    const product = await startAs(desk, start)
    const browser = await launchBrowser()
    let fleet: ReturnType<typeof startFleet> | undefined
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, acceptDownloads: true })
    await page.addInitScript(() => localStorage.setItem('belvedere.lang', 'zh'))
    page.setDefaultTimeout(30_000)
    try {
      const clicks = await countClicks(page)
      let all = 0
      const tell = (what: string) => {
        const since = clicks()
        all += since
        say(`${what}: ${since} clicks`)
      }
      await signInTo(page, product)
      await findWay(desk, page)
      tell('signed in, a scene, ca.pem and gateway.json at hand')
      fleet = startFleet('factory', { ...(await fleetOf(desk, SITE)), 'time-scale': 0.3 })

      const claimed = await claim(page, MODEL)
      const shown = await showsFigures(page, claimed)
      const ap = claimed.name
      tell(`claimed, its figures on the page ${seconds(shown)} after the claim`)

      await rowOf(page, ap).getByText('已同步').waitFor({ timeout: SENT })
      await configure(page)
      await sendDraft(page)
      tell('Guest in VLAN 20 and Staff in VLAN 30 sent')
      await openDevice(page, '无线 AP', ap)
      await carries(page)
      tell('seen on the page of the device, as it reports')

      await upgrade(desk, page)
      tell(`trusted key, signed image ${VERSION}, campaign`)
      await openDevice(page, '无线 AP', ap)
      await page
        .getByText(new RegExp(`skylarkos-${VERSION}`))
        .first()
        .waitFor({ timeout: SHOWN })
      await rowOf(page, ap).getByText('在线').waitFor()
      await carries(page)
      tell('still carries both after the upgrade')

      const one = await claim(page, SWITCH)
      const figures = await showsPorts(page, one)
      tell(`a factory switch claimed, its ports on the page ${seconds(figures)} after the claim`)
      await beginWithReports(page, one.name)
      await rowOf(page, one.name).getByText('已同步').waitFor({ timeout: SENT })
      await until('it reports by itself', SENT, async () => (await page.getByText('没有上报设置').count()) === 0)
      const before = await until('its ports are listed', SHOWN, async () => {
        const ports = await portsOf(page)
        return ports.length > 0 ? ports : undefined
      })
      await configurePort(page)
      await sendDraft(page)
      tell(`VLAN ${PORT_VLAN} and no PoE on ${PORT} sent`)
      await openDevice(page, '交换机', one.name)
      await page.getByRole('tab', { name: /^接口/ }).click()
      const wanted = before.map(([port, link, poe]) => [port, link, port === PORT ? '已关闭' : poe])
      await until(
        `VLAN ${PORT_VLAN} is there`,
        SHOWN * 3,
        async () => (await interfacesOf(page)).includes(`Vlan${PORT_VLAN}`),
        300,
      )
      await until(
        'no other port changed',
        SHOWN,
        async () => {
          same('ports of the switch, as it reports them', await portsOf(page), wanted)
          return true
        },
        300,
      )
      tell('every other port as before')
      say(`${all} clicks in all`)
    } catch (error) {
      const told = [
        (error as Error).stack,
        page.url(),
        `fleet: ${fleet?.heard}`,
        `server: ${product.heard.slice(-2000)}`,
      ]
      await page.screenshot({ path: join(desk.dir, '..', 'belvedere-factory-to-kept.png') }).catch(() => {})
      throw new Error(told.join('\n'), { cause: error })
    } finally {
      await browser.close()
      await fleet?.end('SIGTERM')
      await product.close()
      await rm(desk.dir, { recursive: true, force: true })
    }
  },
}

/** The home page says what comes first; the README's commands for ways 2 and 3 are carried out on the devices. */
async function findWay(desk: MakerWorkspace, page: Page): Promise<void> {
  await page.getByText('添加第一个场景').click()
  const scene = page.getByRole('dialog', { name: '添加场景' })
  await scene.getByLabel('场景名称').fill('门店')
  await scene.getByRole('button', { name: '添加' }).click()
  await scene.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: '首页' }).first().click()
  await page.getByText('接入第一台设备').click()
  await saveFiles(desk, page)
  const [, trustUs = ''] = await commandsOf(2)
  const [address = ''] = await commandsOf(3)
  await onDevice(desk, SITE, trustUs)
  await onDevice(desk, SITE, address)
}

interface Claimed {
  /** As the console names it. */
  name: string
  /** When it was claimed, ms. */
  at: number
}

async function claim(page: Page, model: string): Promise<Claimed> {
  const dialog = page.getByRole('dialog', { name: '添加设备' })
  if ((await dialog.count()) === 0) await page.getByRole('button', { name: '添加设备' }).first().click()
  await dialog.getByRole('tab', { name: /待认领设备/ }).click()
  const row = dialog
    .getByRole('row')
    .filter({ hasText: new RegExp(`${model}(?! Outdoor)`) })
    .first()
  await row.waitFor({ timeout: SHOWN })
  const serial = /[0-9a-f]{12}/.exec(await row.innerText())?.[0] ?? ''
  await dialog.getByLabel('添加后立即开始上报').check()
  const claimed = dialog.getByRole('row').filter({ hasText: serial })
  await claimed.getByRole('button', { name: '认领' }).click()
  const at = performance.now()
  await claimed.waitFor({ state: 'detached' })
  return { name: `${model} ${serial.slice(-4)}`, at }
}

const rowOf = (page: Page, name: string) => page.locator('main').getByRole('row').filter({ hasText: name }).first()

async function openDevice(page: Page, list: string, name: string): Promise<void> {
  await page.getByRole('link', { name: '配置', exact: true }).first().click()
  await page.getByRole('link', { name: list, exact: true }).first().click()
  await expand(page, name)
}

async function expand(page: Page, name: string): Promise<void> {
  await rowOf(page, name).getByRole('button', { name: '展开' }).click()
}

/** Milliseconds from the claim until the page of the device says how it is. */
async function showsFigures(page: Page, { name, at }: Claimed): Promise<number> {
  await page.getByRole('dialog', { name: '添加设备' }).getByRole('button', { name: '关闭' }).last().click()
  await expand(page, name)
  for (const text of [/外网 IP\s*10\.60\./, /运行时间\s*\d/, /CPU\s*\d+%/, /内存\s*\d+%/, /温度\s*\d+/])
    await until(`it shows ${text}`, SHOWN, async () => text.test(await page.locator('main').innerText()), 200)
  return performance.now() - at
}

async function configure(page: Page): Promise<void> {
  await page.getByRole('tab', { name: '配置' }).click()
  await page.getByRole('button', { name: '读取并比较' }).waitFor()
  await page.getByRole('button', { name: '配置', exact: true }).last().click()
  const form = page.getByRole('dialog', { name: /配置/ })
  for (const [ssid, vlan, password] of NETWORKS) {
    await form.getByPlaceholder('名称，例如 Guest').fill(ssid)
    await form.getByRole('button', { name: '添加无线网络' }).click()
    await form.getByLabel('2.4G').last().check()
    await form.getByLabel('5G').last().check()
    await choose(page, form.getByRole('button', { name: /^安全模式/ }).last(), 'WPA2-PSK')
    await form.getByLabel('无线密码').last().fill(password)
    await form.getByLabel('VLAN').last().fill(vlan)
  }
  await form.getByRole('button', { name: '加入变更草稿' }).click()
}

async function choose(page: Page, field: Locator, option: string): Promise<void> {
  await field.click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Reviews what is in the draft, applies it as proposed and waits until it is done. */
async function sendDraft(page: Page): Promise<void> {
  await page.getByRole('link', { name: '审核' }).click()
  await page.getByRole('button', { name: '应用…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '应用', exact: true }).click()
  const done = page.locator('main').getByText('已完成').first()
  const radius = page.getByRole('dialog', { name: '影响范围较大，请确认' })
  await done.or(radius).first().waitFor({ timeout: SENT })
  if (await radius.isVisible()) {
    const [, typed = ''] = /请输入 (.+) 以确认/.exec(await radius.innerText()) ?? []
    await radius.getByRole('textbox').fill(typed)
    await radius.getByRole('button', { name: '确认执行' }).click()
  }
  await done.waitFor({ timeout: SENT })
}

/** Both networks with their VLAN on both bands, as the device reports them. */
async function carries(page: Page): Promise<void> {
  await page.getByRole('tab', { name: /^无线/ }).click()
  const rows = page.getByRole('table', { name: '无线网络' }).getByRole('row')
  await until('both networks are on the air', SHOWN * 2, async () => (await rows.count()) === 5, 300)
  const cells = await rows.evaluateAll((all) =>
    all.slice(1).map((row) => [...row.children].map((cell) => cell.textContent)),
  )
  same(
    'its networks',
    cells.map(([ssid, band, vlan]) => [ssid, band, vlan]),
    NETWORKS.flatMap(([ssid, vlan]) => ['2.4G', '5G'].map((band) => [ssid, band, vlan])),
  )
}

/** Milliseconds from the claim until the ports of the switch are on its page. */
async function showsPorts(page: Page, { name, at }: Claimed): Promise<number> {
  await page.getByRole('dialog', { name: '添加设备' }).getByRole('button', { name: '关闭' }).last().click()
  await openDevice(page, '交换机', name)
  await page.getByRole('tab', { name: /^接口/ }).click({ timeout: SHOWN })
  await until('its ports', SHOWN, async () => (await portsOf(page)).length === 10, 200)
  return performance.now() - at
}

/** What a switch runs cannot be read: its name is typed to begin with what it reports, and only then is anything sent to it. */
async function beginWithReports(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name: '配置' }).click()
  await page.getByRole('button', { name: '从上报的状态开始…' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByLabel(`请输入 ${name} 以确认`).fill(name)
  await question.getByRole('button', { name: '确认', exact: true }).click()
  await page.getByRole('tab', { name: /^接口/ }).click()
}

const interfaceRows = (page: Page) => page.getByRole('table', { name: '接口' }).getByRole('row')

async function interfacesOf(page: Page): Promise<(string | null)[]> {
  return interfaceRows(page).evaluateAll((rows) => rows.map((row) => row.firstElementChild?.textContent ?? null))
}

/** Name, link and PoE of each, its power as a word. */
async function portsOf(page: Page): Promise<string[][]> {
  const rows = await interfaceRows(page).evaluateAll((all) =>
    all.map((row) => [0, 2, 4].map((at) => row.children[at]?.textContent ?? '')),
  )
  return rows
    .filter(([name = '']) => name.startsWith('Ethernet'))
    .map(([name = '', link = '', poe = '']) => [name, link, /\d W/.test(poe) ? 'W' : poe])
}

async function configurePort(page: Page): Promise<void> {
  await page.getByRole('tab', { name: '配置' }).click()
  await page.getByText('团队默认').waitFor()
  await page.getByRole('button', { name: '配置', exact: true }).last().click()
  const form = page.getByRole('dialog', { name: /配置/ })
  await form.getByRole('tab', { name: /^端口/ }).click()
  await form.getByRole('button', { name: new RegExp(`^${PORT} `) }).click()
  await form.getByLabel('VLAN', { exact: true }).fill(PORT_VLAN)
  await choose(page, form.getByRole('button', { name: /^PoE 供电/ }), '关')
  await form.getByRole('button', { name: '加入变更草稿' }).click()
}

/** Signs an image as the README says, has the key trusted, and begins a campaign that downloads by the plain port. */
async function upgrade(desk: MakerWorkspace, page: Page): Promise<void> {
  const image = `skylarkos-${VERSION}.bin`
  await writeFile(join(desk.dir, image), sysupgradeImage(MODEL, VERSION))
  const signature = await runInWorkspace(desk, await signingOf(image))
  await page.getByRole('link', { name: '维护', exact: true }).first().click()
  await page.getByRole('link', { name: '固件管理' }).first().click()
  await page.getByRole('button', { name: '受信任的公钥' }).click()
  const keys = page.getByRole('dialog', { name: '受信任的公钥' })
  await keys.getByLabel('名称').fill('自有密钥')
  await keys.getByLabel('Ed25519 公钥').fill(await runInWorkspace(desk, 'cat images.pub'))
  await keys.getByRole('button', { name: '添加公钥' }).click()
  await keys.getByText('自有密钥').waitFor()
  await keys.getByRole('button', { name: '关闭' }).first().click()

  await page.getByRole('button', { name: '上传固件' }).click()
  const dialog = page.getByRole('dialog', { name: '上传固件' })
  const chooser = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: /选择固件文件/ }).click()
  await (await chooser).setFiles(join(desk.dir, image))
  await dialog.getByLabel('签名（可选）', { exact: true }).fill(signature)
  await dialog.getByRole('button', { name: '上传' }).click()
  await page.getByRole('dialog', { name: '已上传，请核对信息' }).getByRole('button', { name: '保存' }).click()

  await page.getByRole('row').filter({ hasText: VERSION }).getByRole('button', { name: '创建升级计划' }).click()
  await page.getByText('HTTP 一次性链接').waitFor()
  await page.getByRole('button', { name: '开始升级' }).click()
  const campaign = page.getByRole('dialog', { name: /^升级计划/ })
  await campaign.getByText('已完成').first().waitFor({ timeout: SENT })
  await campaign.getByRole('button', { name: '关闭' }).first().click()
}
