import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import pg from 'pg'
import { WebSocket, WebSocketServer } from 'ws'
import { launchBrowser } from '@belvedere/e2e/browser.ts'
import { ucentralAp } from '@belvedere/drivers/device/ucentral-ap/driver.ts'
import { issueDeviceCertificates } from '@belvedere/fleet/certificates.ts'
import { DeviceClient } from '@belvedere/fleet/device-client.ts'
import { openDatabase } from '@belvedere/server/kernel/db.ts'
import { discoverGateways } from '@belvedere/server/kernel/discover.ts'
import { startIngest } from '@belvedere/server/kernel/ingest.ts'
import { defineFigure } from '../kit/define-figure.ts'
import { stateMessage } from '../kit/messages.ts'
import { cpuOfTree, quantile } from '../kit/process-figures.ts'
import { makeRig, pause, register, type Rig } from '../kit/rig.ts'

/** Devices beside the one that is watched, and messages a second that are half of what ingest takes on two cores. */
const DEVICES = 500
const HALF = 1500
const EVENTS = 40
/** ms between two events: the console reads a list again once a second at most. */
const BETWEEN = 1150

interface Paint {
  rig: Rig
  device: DeviceClient
  browser: Browser
  page: Page
  floor: Floor
}

let paint: Promise<Paint> | undefined
const paintOf = () => (paint ??= openPaint())
let dials = 0

async function openPaint(): Promise<Paint> {
  const rig = await makeRig(DEVICES)
  const { product, scene_id } = rig
  const serial = '0cbd00000001'
  await register(product.db, scene_id, [serial])
  const { key, ca, certificates } = await issueDeviceCertificates(product.caDir, [serial])
  const cert = certificates.get(serial) as string
  const device = new DeviceClient({ host: '127.0.0.1', port: product.devicePort, cert, key, ca, serial, family: 'ap' })
  await device.open()
  device.hello()
  const browser = await launchBrowser()
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await page.goto(product.url)
  await page.getByLabel(/^(账号|Account)$/).fill('admin')
  await page.getByLabel(/^(密码|Password)$/).fill('Bench-figures-1')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  await page.goto(`${product.url}/maintenance/alert/log`)
  await page.getByRole('tab').first().waitFor()
  const floor = await openFloor(browser, product.db.options.connectionString as string)
  await pause(3000)
  return { rig, device, browser, page, floor }
}

/** ms from an event on the socket until a text of it is in the document of a page. */
async function painted(page: Page, mark: string, send: () => void): Promise<number> {
  const seen = page.evaluate(
    (text) =>
      new Promise<number>((resolve, reject) => {
        const look = () => {
          if (!document.body.textContent?.includes(text)) return
          watch.disconnect()
          resolve(performance.timeOrigin + performance.now())
        }
        const watch = new MutationObserver(look)
        watch.observe(document.body, { childList: true, subtree: true, characterData: true })
        setTimeout(() => reject(new Error(`${text} did not come`)), 10_000)
      }),
    mark,
  )
  // the observer is there before the event
  await page.evaluate(() => 0)
  const began = performance.timeOrigin + performance.now()
  send()
  return (await seen) - began
}

async function paints(share: number): Promise<{ value: number; floor: number; note: string }> {
  const { device, page, floor } = await paintOf()
  const [ours, bare]: [number[], number[]] = [[], []]
  for (let n = 0; n < EVENTS; n++) {
    const mark = `L${++dials}x`
    const dial = () => device.event('log', { log: `pppd: PAP authentication failed on ${mark}`, severity: 3 })
    ours.push(await painted(page, mark, dial))
    bare.push(await painted(floor.page, mark, () => floor.send(mark)))
    await pause(BETWEEN)
  }
  const [value, least] = [quantile(ours, share), quantile(bare, share)]
  return {
    value,
    floor: least,
    note: `${value.toFixed(1)} ms against ${least.toFixed(1)} of a bare chain; medians ${quantile(ours, 0.5).toFixed(1)} and ${quantile(bare, 0.5).toFixed(1)}`,
  }
}

async function endPaint(): Promise<void> {
  const ending = await paint
  paint = undefined
  if (!ending) return
  ending.device.close()
  await ending.browser.close()
  await ending.floor.stop()
  ending.rig.herd.stop()
  await ending.rig.product.stop()
}

export const paintMedian = defineFigure({
  name: 'alarm-paint-p50',
  what: 'event on the device socket to the alarm in the document of the open alarm log, p50',
  must: { is: 'at most', value: 15, unit: 'ms' },
  round: () => paints(0.5),
})

export const paintTail = defineFigure({
  name: 'alarm-paint-p99',
  what: 'the same, p99',
  must: { is: 'at most', value: 50, unit: 'ms' },
  round: () => paints(0.99),
})

export const paintLoaded = defineFigure({
  name: 'alarm-paint-loaded',
  what: 'the same under half of what ingest takes, p99',
  must: { is: 'at most', value: 250, unit: 'ms' },
  after: endPaint,
  async round() {
    const { herd } = (await paintOf()).rig
    const seconds = (EVENTS * (BETWEEN + 300)) / 1000
    const load = herd.send({ each: Math.ceil((HALF * seconds) / DEVICES), perSecond: HALF, kind: 'small' })
    const outcome = await paints(0.99)
    await load
    return outcome
  },
})

interface Floor {
  page: Page
  send(mark: string): void
  stop(): Promise<void>
}

/** The least there is: a socket, a rule, an INSERT, a socket to the browser, an element. */
async function openFloor(browser: Browser, connectionString: string): Promise<Floor> {
  const db = new pg.Client({ connectionString })
  await db.connect()
  await db.query('create table if not exists bench_alarm (id serial, text text)')
  const server: Server = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html')
    answer.end(
      `<body><script>new WebSocket('ws://'+location.host+'/page').onmessage=e=>{const p=document.createElement('p');p.textContent=e.data;document.body.append(p)}</script>`,
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket) => {
    socket.on('message', (data: Buffer) => {
      const line = /authentication failed on (\S+)/.exec(JSON.parse(String(data)).log)?.[1]
      if (!line) return
      void db.query('insert into bench_alarm (text) values ($1)', [line]).then(() => {
        for (const one of sockets.clients) if (one !== socket) one.send(line)
      })
    })
  })
  const page = await (await browser.newContext()).newPage()
  await page.goto(`http://127.0.0.1:${port}/`)
  const device = new WebSocket(`ws://127.0.0.1:${port}/device`)
  await once(device, 'open')
  return {
    page,
    send: (mark) => device.send(JSON.stringify({ log: `pppd: PAP authentication failed on ${mark}` })),
    async stop() {
      device.close()
      server.closeAllConnections()
      server.close()
      await db.end()
    },
  }
}

const MANY = 10_000
/** One device in so many has a line that goes and comes back with every message. */
const TROUBLED = 1000

/** Goes on from round to round: what is remembered of devices must not be newer than what they report. */
let turn = 0

export const alarmCost = defineFigure({
  name: 'alarm-cost',
  what: 'CPU of ingest with the evaluation of alarms against without, of 10,000 devices, one in a thousand in trouble',
  must: { is: 'at most', value: 1.15, unit: '×' },
  async round() {
    const rig = await makeRig(0)
    const { product, scene_id } = rig
    const serials = Array.from({ length: MANY }, (_, n) => (0x0c_bc_00_00_00_00 + n).toString(16).padStart(12, '0'))
    const ids = await register(product.db, scene_id, serials)
    await product.db.query('insert into device_state (device_id) select id from device on conflict do nothing')
    const database = openDatabase(product.db.options.connectionString as string, 1, { pipeline: true })
    const { sinks } = await discoverGateways()
    const ingestOf = (list: typeof sinks) =>
      startIngest({
        transaction: (work) => database.transaction(work),
        sinks: list,
        tell: () => {},
        onError(error) {
          throw error
        },
      })
    const [whole, bare] = [ingestOf(sinks), ingestOf(sinks.filter(({ name }) => name !== 'alarm.reports'))]
    const turns = new Map([whole, bare].map((ingest) => [ingest, 0]))
    const cost = async (ingest: typeof whole) => {
      turn++
      const own = (turns.get(ingest) ?? 0) + 1
      turns.set(ingest, own)
      const before = process.cpuUsage()
      const stored = cpuOfTree(product.postgresPid)
      const at = Math.floor(Date.now() / 1000) - 3600 + turn * 60
      for (const [n, serial] of serials.entries()) {
        const text = stateMessage('large', serial, turn)
        const told =
          n % TROUBLED === 0 && own % 2 === 1 ? text.replace('"WAN":{"carrier":1', '"WAN":{"carrier":0') : text
        const { facts } = ucentralAp.hears('state', JSON.parse(told).params)
        if (facts) ingest.push({ device_id: ids[n] as number, scene_id, at, facts })
        if (n % 1000 === 999) await ingest.drain()
      }
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1e6 + cpuOfTree(product.postgresPid) - stored
    }
    // both compiled, every device known
    for (const ingest of [whole, bare]) await cost(ingest)
    const [ours, floors]: [number[], number[]] = [[], []]
    // what every other report brings, or the store does now and then, is to fall on both
    for (const pair of [
      [whole, bare],
      [bare, whole],
      [whole, bare],
      [bare, whole],
    ] as const)
      for (const ingest of pair) (ingest === whole ? ours : floors).push(await cost(ingest))
    await database.close()
    rig.herd.stop()
    await product.stop()
    const [value, floor] = [sum(ours), sum(floors)]
    return {
      value: value / floor,
      floor,
      note: `${value.toFixed(2)} s of CPU against ${floor.toFixed(2)} for ${4 * MANY} messages`,
    }
  },
})

const sum = (list: readonly number[]) => list.reduce((all, one) => all + one, 0)
