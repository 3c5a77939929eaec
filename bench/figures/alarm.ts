import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import pg from 'pg'
import { WebSocket, WebSocketServer } from 'ws'
import { launchBrowser } from '@belvedere/e2e/browser.ts'
import { issueDeviceCertificates } from '@belvedere/fleet/client/certificates.ts'
import { DeviceClient } from '@belvedere/fleet/client/device-client.ts'
import { compareIngests } from '../kit/compare-ingests.ts'
import { defineFigure } from '../kit/define-figure.ts'
import { quantile } from '../kit/process-figures.ts'
import { makeRig, pause, register, type ProductRig } from '../kit/rig.ts'

/** Devices besides the observed one, and messages per second: half of the ingest capacity on two cores. */
const DEVICES = 500
const HALF = 1500
const EVENTS = 40
/** ms between two events: the console reloads a list at most once a second. */
const BETWEEN = 1150

interface Paint {
  rig: ProductRig
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

/** ms from an event on the socket until its text is in the document of a page. */
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
  // the observer is installed before the event
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
  what: 'event on the device socket to the alarm in the document of the open alarm log, p99',
  must: { is: 'at most', value: 50, unit: 'ms' },
  round: () => paints(0.99),
})

export const paintLoaded = defineFigure({
  name: 'alarm-paint-loaded',
  what: 'event on the device socket to the alarm in the document of the open alarm log, under half of the ingest capacity, p99',
  must: { is: 'at most', value: 250, unit: 'ms' },
  after: endPaint,
  async round() {
    const { herd } = (await paintOf()).rig
    const seconds = (EVENTS * (BETWEEN + 300)) / 1000
    const load = herd.send({ each: Math.ceil((HALF * seconds) / DEVICES), perSecond: HALF, kind: 'small' })
    // a round that fails ends the clients, and their load fails then
    const [outcome] = await Promise.all([paints(0.99), load])
    return outcome
  },
})

interface Floor {
  page: Page
  send(mark: string): void
  stop(): Promise<void>
}

/** The minimal chain: a socket, a rule, an INSERT, a socket to the browser, an element. */
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

/** One in this many devices has a line that changes between up and down with every message. */
const TROUBLED = 1000
const noEvaluation = ({ name }: { name: string }) => name !== 'alarm.reports'

export const alarmCost = defineFigure({
  name: 'alarm-cost',
  what: 'CPU of ingest with the evaluation of alarms against without; 10,000 devices, one in a thousand with a fault',
  must: { is: 'at most', value: 1.15, unit: '×' },
  round: () =>
    compareIngests({}, { sinks: (all) => all.filter(noEvaluation) }, (text, n, turn) =>
      n % TROUBLED === 0 && turn % 2 === 1 ? text.replace('"WAN":{"carrier":1', '"WAN":{"carrier":0') : text,
    ),
})
