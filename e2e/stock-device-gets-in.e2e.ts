import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { DeviceClient } from '@belvedere/fleet/client/device-client.ts'
import { clientFromFiles } from '@belvedere/fleet/device/stock-files.ts'
import { launchBrowser } from './browser.ts'
import {
  commandsOf,
  type MakerWorkspace,
  GATEWAY as gateway,
  makeDevice,
  onDevice,
  openWorkspace,
  saveFiles as savePageFiles,
  signInTo as signIn,
  startAs,
} from './kit/maker-workspace.ts'
import { startProduct } from './kit/product.ts'
import { until } from './kit/wait.ts'
import type { Proof } from './proof.ts'

const [FIRST, SECOND] = ['0c66d0000001', '0c66d0000002'] as const

async function saveFiles(desk: MakerWorkspace, page: Page): Promise<void> {
  await openAdd(page)
  await page.getByRole('tab', { name: 'OpenWiFi / OpenLAN' }).click()
  await savePageFiles(desk, page)
}

async function openAdd(page: Page): Promise<void> {
  await page.goto(`${new URL(page.url()).origin}/config/device/ap`)
  await page.getByRole('button', { name: '添加设备' }).first().click()
}

async function dial({ dir }: MakerWorkspace, serial: string): Promise<{ client: DeviceClient; why: () => string }> {
  let why = ''
  const client = await clientFromFiles({
    folder: join(dir, serial),
    serial,
    address: '127.0.0.1',
    listener: {
      heard: (device, { id }) => void (typeof id === 'number' && device.answer(id)),
      closed: (_, reason) => (why = reason || 'closed'),
    },
  })
  await client.open().catch(() => {})
  client.hello()
  return { client, why: () => why }
}

async function isRefused(desk: MakerWorkspace, serial: string): Promise<void> {
  const { why } = await dial(desk, serial)
  await until(`${serial} is refused`, 20_000, why)
}

/** It is let in, and claimed in the console. */
async function claim(desk: MakerWorkspace, page: Page, serial: string): Promise<DeviceClient> {
  const { client, why } = await dial(desk, serial)
  await openAdd(page)
  await page.getByRole('tab', { name: '待认领设备' }).click()
  const row = page.getByRole('dialog').getByRole('row').filter({ hasText: serial })
  await row.getByRole('button', { name: '认领', exact: true }).click()
  await row.waitFor({ state: 'detached' })
  if (why()) throw new Error(`${serial} was let in and left: ${why()}`)
  return client
}

const refusedRow = (page: Page, text: string) => page.getByRole('dialog').getByRole('row').filter({ hasText: text })

export const proof: Proof = {
  title:
    'A stock access point with a strange certificate is refused with advice, and gets in by each way of the README',
  seconds: 240,
  async run(say) {
    const desk = await openWorkspace()
    const browser = await launchBrowser()
    let product = await startProduct({ data: desk.data, flags: ['--public-host', gateway] })
    try {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, acceptDownloads: true })
      await context.addInitScript(() => localStorage.setItem('belvedere.lang', 'zh'))
      const page = await context.newPage()
      page.setDefaultTimeout(30_000)
      for (const serial of [FIRST, SECOND]) await makeDevice(desk, serial)
      await signIn(page, product)
      await (await product.signIn()).ask('POST scene', { name: '门店' })
      const [tell = ''] = await commandsOf(3)
      const [trustMaker = '', trustUs = '', copy = ''] = await commandsOf(2)
      const [makerPki = ''] = await commandsOf(1)

      // neither side trusts the other
      await saveFiles(desk, page)
      await onDevice(desk, FIRST, tell)
      await page.getByRole('tab', { name: '被拒绝接入' }).click()
      await page.getByText('没有被拒绝接入的设备').waitFor()
      await isRefused(desk, FIRST)
      await refusedRow(page, '127.0.0.1').first().waitFor()
      say('a device that does not trust us is on the page without a reload')

      // way 2: it trusts us, and the page shows what is missing on the other side
      await onDevice(desk, FIRST, trustUs)
      await onDevice(desk, FIRST, copy)
      await isRefused(desk, FIRST)
      const row = refusedRow(page, FIRST)
      await row.getByText('证书的签发 CA 不受信任').waitFor()
      await row.getByText('CN=Maker Issuing CA').waitFor()
      await row.getByRole('button', { name: '展开' }).click()
      await page.getByText('用 --device-ca 启动平台').waitFor()
      await page.close()
      await product.end('SIGTERM')
      product = await startAs(desk, trustMaker)
      if (!product.heard.includes('its chain is complete'))
        throw new Error('start-up does not say which chain it built')
      const second = await context.newPage()
      await signIn(second, product)
      await saveFiles(desk, second)
      await second.getByText('证书链完整').waitFor()
      await onDevice(desk, FIRST, tell)
      const first = await claim(desk, second, FIRST)
      say('way 2: let in and claimed')

      // the other one does not trust us
      await onDevice(desk, SECOND, tell)
      await isRefused(desk, SECOND)
      first.close()
      await second.close()

      // way 1: nothing changes on the device
      await product.end('SIGTERM')
      product = await startAs(desk, makerPki)
      const third = await context.newPage()
      await signIn(third, product)
      await saveFiles(desk, third)
      for (const serial of [FIRST, SECOND]) await onDevice(desk, serial, tell)
      const other = await claim(desk, third, SECOND)
      say('way 1: let in and claimed')
      const { client: again, why } = await dial(desk, FIRST)
      await until('the first one is online again', 20_000, async () => {
        const { list } = await (await product.signIn()).ask('GET device/all', { search: FIRST })
        return list[0]?.online === 1
      })
      if (why()) throw new Error(`the first device left: ${why()}`)

      // a name that the certificate does not have: it leaves, and the page says which
      await writeFile(
        join(desk.dir, 'gateway.json'),
        (await readFile(join(desk.dir, 'gateway.json'), 'utf8')).replace(gateway, 'other.example'),
      )
      other.close()
      await onDevice(desk, SECOND, tell)
      await isRefused(desk, SECOND)
      await openAdd(third)
      await third.getByRole('tab', { name: '被拒绝接入' }).click()
      await refusedRow(third, SECOND).getByText('设备连接后未发送任何消息即断开').waitFor()
      say('another name: it leaves, and the page says so')
      again.close()
    } finally {
      await browser.close()
      await product.close()
      await rm(desk.dir, { recursive: true, force: true })
    }
  },
}
