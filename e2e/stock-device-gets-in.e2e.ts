import { execFile } from 'node:child_process'
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import type { DeviceClient } from '@belvedere/fleet/device-client.ts'
import { clientFromFiles } from '@belvedere/fleet/stock-files.ts'
import { type MadePair, MakerPki } from '@belvedere/server/kernel/pki/test-maker-pki.ts'
import { launchBrowser } from './browser.ts'
import { PASSWORD, type Product, startProduct } from './kit/product.ts'
import { until } from './kit/wait.ts'
import type { Proof } from './proof.ts'

const run = promisify(execFile)
const README = new URL('../README.md', import.meta.url)
const [FIRST, SECOND] = ['0c66d0000001', '0c66d0000002'] as const
const gateway = 'gateway.example'

/** Commands of the three ways, as they stand in the README. */
async function commandsOf(way: 1 | 2 | 3): Promise<string[]> {
  const text = (await readFile(README, 'utf8')).split('## Stock access points and switches')[1]?.split('\n## ')[0] ?? ''
  const item = text.split(/^(?=\d\. )/m).find((part) => part.startsWith(`${way}. `)) ?? ''
  const found = [...item.matchAll(/```\n([\s\S]*?)```/g)].map(([, block = '']) => block.trim())
  if (found.length === 0) throw new Error(`the README has no command for way ${way}`)
  return found
}

/** What an administrator has at hand: files of the maker and of the console in a folder, a shell, and devices. */
interface Desk {
  readonly dir: string
  readonly pki: MakerPki
  readonly root: MadePair
  readonly issuing: MadePair
  data: string
}

async function openDesk(): Promise<Desk> {
  const dir = await mkdtemp(join(tmpdir(), 'belvedere-desk-'))
  const pki = new MakerPki(join(dir, 'pki'))
  const { root, issuing } = pki.authorities()
  const own = pki.make(gateway, { kind: 'server', by: issuing, names: [`DNS:${gateway}`] })
  await copyFile(root.certificateFile, join(dir, 'maker-root.pem'))
  await copyFile(issuing.certificateFile, join(dir, 'maker-issuing.pem'))
  await writeFile(join(dir, 'gateway.pem'), own.cert + issuing.cert)
  await copyFile(own.keyFile, join(dir, 'gateway.key'))
  // the device's shell: its folder stands for /etc/ucentral, its services are not there
  const shim =
    '#!/bin/sh\nhost=${1#root@}\nshift\nexec sh -c "$(printf %s "$*" | sed "s#/etc/ucentral#$PWD/$host#g; s#/etc/init.d/[a-z_]* restart#true#g")"\n'
  await mkdir(join(dir, 'bin'))
  await writeFile(join(dir, 'bin/ssh'), shim)
  await chmod(join(dir, 'bin/ssh'), 0o755)
  return { dir, pki, root, issuing, data: join(dir, 'data') }
}

/** A stock access point: it has enrolled by EST, trusts its maker, and sends its chain. */
async function makeDevice({ dir, pki, root, issuing }: Desk, serial: string): Promise<void> {
  const own = pki.make(serial, { kind: 'client', by: issuing })
  await mkdir(join(dir, serial))
  await writeFile(join(dir, serial, 'operational.pem'), own.cert + issuing.cert)
  // as openssl writes it, and as a file ends that somebody cut
  await writeFile(join(dir, serial, 'operational.ca'), (issuing.cert + root.cert).trimEnd())
  await copyFile(own.keyFile, join(dir, serial, 'key.pem'))
}

async function onDevice({ dir }: Desk, serial: string, command: string): Promise<void> {
  const env = { ...process.env, PATH: `${join(dir, 'bin')}${delimiter}${process.env.PATH}` }
  await run('sh', ['-ec', command.replaceAll('ACCESS-POINT', serial)], { cwd: dir, env })
}

/** Starts the product with the flags of a command of the README, files in their place. */
function startAs({ dir, data }: Desk, command: string): Promise<Product> {
  const flags = command
    .replace(/^npm start -- /, '')
    .split(/\s+/)
    .map((word) => word.replace(/[\w-]+\.(pem|key)/g, (name) => join(dir, name)))
  return startProduct({ data, flags })
}

/** Puts `ca.pem` and `gateway.json` of the page into the folder, as its buttons do. */
async function saveFiles({ dir }: Desk, page: Page): Promise<void> {
  await openAdd(page)
  await page.getByRole('tab', { name: 'OpenWiFi / OpenLAN' }).click()
  for (const [button, file] of [
    [page.getByRole('button', { name: '下载 ca.pem' }).first(), 'ca.pem'],
    [page.getByRole('button', { name: '下载 gateway.json' }), 'gateway.json'],
  ] as const) {
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
    await download.saveAs(join(dir, file))
  }
}

async function openAdd(page: Page): Promise<void> {
  await page.goto(`${new URL(page.url()).origin}/config/device/ap`)
  await page.getByRole('button', { name: '添加设备' }).first().click()
}

async function signIn(page: Page, { url }: Product): Promise<void> {
  await page.goto(url)
  await page.getByRole('textbox', { name: '账号' }).fill('admin')
  await page.getByRole('textbox', { name: '密码' }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL((at) => !at.pathname.startsWith('/login'))
}

async function dial({ dir }: Desk, serial: string): Promise<{ client: DeviceClient; why: () => string }> {
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

async function isRefused(desk: Desk, serial: string): Promise<void> {
  const { why } = await dial(desk, serial)
  await until(`${serial} is refused`, 20_000, why)
}

/** It is let in, and claimed in the console. */
async function claim(desk: Desk, page: Page, serial: string): Promise<DeviceClient> {
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
    const desk = await openDesk()
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

      // nobody trusts anybody
      await saveFiles(desk, page)
      await onDevice(desk, FIRST, tell)
      await page.getByRole('tab', { name: '被拒绝接入' }).click()
      await page.getByText('没有被拒绝接入的设备').waitFor()
      await isRefused(desk, FIRST)
      await refusedRow(page, '127.0.0.1').first().waitFor()
      say('a device that does not trust us is on the page without a reload')

      // way 2: it trusts us, and is told what is missing on the other side
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
