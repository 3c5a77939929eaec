import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '@belvedere/e2e/browser.ts'
import { issueDeviceCertificates } from '@belvedere/fleet/client/certificates.ts'
import { DeviceClient } from '@belvedere/fleet/client/device-client.ts'
import { defineFigure } from '../kit/define-figure.ts'
import { quantile } from '../kit/process-figures.ts'
import { type BenchProduct, startProduct } from '../kit/product.ts'

const DEVICES = 1000
const TERMINALS = 20_000
/** Among the devices: one gateway, a core switch, and switches with two dozen access points each. */
const SWITCHES = 40
const TURNS = 60
const PASSWORD = 'Bench-figures-1'

/** Nodes of the drawing that is dragged, and number of links that lose their carrier while the page is open. */
const MANY = 2000
const LINKS = 40

let product: BenchProduct | undefined
let browser: Browser | undefined
let scene = 0

async function furnish(): Promise<BenchProduct> {
  const made = await startProduct()
  scene = await makeSite(made, 'A thousand', DEVICES, TERMINALS)
  return made
}

let sites = 0

/** One site as devices report it: neighbours from both ends, rates of their ports, terminals on the access points. */
export async function makeSite(made: BenchProduct, name: string, devices: number, terminals: number): Promise<number> {
  const { id } = await made.call<{ id: number }>('POST scene', { name })
  const base = ++sites * 0x100000
  const { rows } = await made.db.query<{ first: number }>(
    `with d as (
       insert into device (serial, mac, scene_id, type, name, model, claimed_at)
       select lpad(to_hex($4 + n), 12, '0'), regexp_replace(lpad(to_hex($4 + n), 12, '0'), '(..)(?=.)', '\\1:', 'g'), $1, case when n = 1 then 0 when n <= $3 + 2 then 2 else 1 end, 'device ' || n, 'model ' || n % 20, 0
       from generate_series(1, $2) n order by n returning id),
     s as (insert into device_state (device_id, online, since, seen_at, cpu, mem, terminals, lan_ip) select id, id % 50 <> 7, 1, 1, id % 1000, id % 900, 20, '10.0.' || id % 250 || '.1' from d)
     select min(id)::int as first from d`,
    [id, devices, SWITCHES, base],
  )
  const first = rows[0]?.first ?? 1
  await made.db.query(
    `insert into link_observation (device_id, scene_id, source, port, peer, remote_port, since)
     select d.id, $1, 1, 'WAN', regexp_replace(p.serial, '(..)(?=.)', '\\1:', 'g'), 'Ethernet' || (d.id - $2) / $3, 1
     from device d join device p on p.id = $2 + case when d.id = $2 + 1 then 0 when d.id <= $2 + $3 + 1 then 1 else 2 + (d.id - $2) % $3 end
     where d.id between $2 + 1 and $2 + $4 - 1`,
    [id, first, SWITCHES, devices],
  )
  await made.db.query(
    `insert into link_observation (device_id, scene_id, source, port, peer, remote_port, since)
     select p.id, $1, 1, s.remote_port, regexp_replace(d.serial, '(..)(?=.)', '\\1:', 'g'), s.port, 1
     from link_observation s join device d on d.id = s.device_id join device p on p.serial = replace(s.who, ':', '') where s.scene_id = $1`,
    [id],
  )
  await made.db.query(
    `insert into link_observation (device_id, scene_id, source, port, peer, since) values ($2, $1, 0, 'WAN1', '203.0.113.1', 1)`,
    [id, first],
  )
  await made.db.query(
    `insert into topology_flow (device_id, at, ports)
     select device_id, 1, jsonb_object_agg(port, jsonb_build_array(1, 1000, device_id * 1000, device_id * 500, 0)) from link_observation where scene_id = $1 group by 1`,
    [id],
  )
  await made.db.query(
    `insert into terminal (scene_id, mac, device_id, link, rank, ip, hostname, ssid, since, first_seen, last_seen)
     select $1, lpad(to_hex(n::bigint * 7919 * 1299709 % 281474976710656), 12, '0')::macaddr, $2 + n % $3, 1 + n % 2, 3, '10.1.' || n % 250 || '.2',
       'host-' || n, (array['Guest', 'Staff', 'Things'])[1 + n % 3], 0, 0, 0 from generate_series(1, $4) n`,
    [id, first, devices, terminals],
  )
  await made.db.query('vacuum analyze')
  // the first request computes the layout
  await made.call('GET scene/topology', { scene_id: id })
  return id
}

/** The rows of the answer, read by bare SQL and converted to a text. */
async function bare({ db }: BenchProduct): Promise<number> {
  const began = performance.now()
  const all = await Promise.all([
    db.query(
      `select d.id, d.serial, d.type, d.name, d.model, d.mac, s.online, s.since, s.cpu, s.mem, s.lan_ip, s.wan_ip, n.ssids, f.ports
       from device d join device_state s on s.device_id = d.id left join topology_node n on n.device_id = d.id
         left join topology_flow f on f.device_id = d.id where d.scene_id = $1`,
      [scene],
    ),
    db.query(
      'select device_id, source, port, peer, name, remote_port, since from link_observation where scene_id = $1 and until is null',
      [scene],
    ),
    db.query(
      `select t.device_id, t.port, t.ssid, t.vlan, t.link, count(*) from terminal t join device_state s on s.device_id = t.device_id
       where t.scene_id = $1 and t.online and s.online group by 1, 2, 3, 4, 5`,
      [scene],
    ),
    db.query('select node, x, y from topology_place where scene_id = $1', [scene]),
  ])
  JSON.stringify(all.map(({ rows }) => rows))
  return performance.now() - began
}

export const topology = defineFigure({
  name: 'topology',
  what: 'scene/topology over HTTP, 1,000 devices and 20,000 terminals: p99 against reading its rows by bare SQL',
  must: { is: 'at most', value: 3, unit: '×' },
  async round() {
    product ??= await furnish()
    const [ours, floor]: [number[], number[]] = [[], []]
    for (let turn = 0; turn < TURNS; turn++) {
      const began = performance.now()
      await product.call('GET scene/topology', { scene_id: scene })
      ours.push(performance.now() - began)
      floor.push(await bare(product))
    }
    const [value, base] = [quantile(ours, 0.99), quantile(floor, 0.99)]
    return {
      value: value / base,
      floor: quantile(floor, 0.5),
      note: `${value.toFixed(0)} ms against ${base.toFixed(0)} ms`,
    }
  },
})

export const topologyPaint = defineFigure({
  name: 'topology-paint',
  what: 'topology of 1,000 devices and 20,000 terminals: from the address to painted nodes',
  must: { is: 'at most', value: 2, unit: 's' },
  async round() {
    product ??= await furnish()
    const page = await signedIn(product)
    await page.goto(`${product.url}/scene/topology/index`, { waitUntil: 'commit' })
    const value = (await nodesPainted(page)) / 1000
    await page.context().close()
    return { value }
  },
})

async function signedIn({ url }: BenchProduct): Promise<Page> {
  browser ??= await launchBrowser()
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: 'light' })
  const page = await context.newPage()
  await page.goto(url)
  await page.getByLabel(/^(账号|Account)$/).fill('admin')
  await page.getByLabel(/^(密码|Password)$/).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL((at) => !at.pathname.startsWith('/login'))
  return page
}

/** Milliseconds from the request of the page until a pixel of the drawing has the colour of a device. */
function nodesPainted(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const isPainted = () => {
      const canvas = document.querySelector('canvas')
      if (!canvas?.width) return false
      const { data } = canvas.getContext('2d')?.getImageData(0, canvas.height / 4, canvas.width, canvas.height / 2) ?? {
        data: [],
      }
      // the colours of an online device and of an offline one
      for (let at = 0; at < data.length; at += 4) {
        const color = ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0)
        if (color === 0x1fa35a || color === 0xdc3a2e) return true
      }
      return false
    }
    while (!isPainted()) await frame()
    return performance.now()
  })
}

export const topologyLink = defineFigure({
  name: 'topology-link',
  what: 'a port of one of 1,000 devices loses its carrier, from the report of the device to a red pixel, p95',
  must: { is: 'at most', value: 1, unit: 's' },
  async round() {
    product ??= await furnish()
    const { device, up, linked } = await makeEdgeDevice(product)
    await linked()
    const page = await signedIn(product)
    // the searched node moves to the centre, and all others fade
    await page.goto(`${product.url}/scene/topology/index?q=at-the-edge`)
    await reddened(page, false)
    await page.getByRole('application').waitFor()
    const took: number[] = []
    for (let n = 0; n < LINKS; n++) {
      const seen = reddened(page, true)
      await page.evaluate(() => 0)
      const began = performance.timeOrigin + performance.now()
      device.event('event', {
        data: { event: [Math.floor(Date.now() / 1000), { type: 'wired.carrier-down', payload: { name: 'WAN' } }] },
      })
      took.push((await seen) - began)
      up()
      await linked()
      await reddened(page, false)
    }
    device.close()
    await page.context().close()
    const value = quantile(took, 0.95) / 1000
    return { value, note: `p50 ${quantile(took, 0.5).toFixed(0)} ms, most ${Math.max(...took).toFixed(0)} ms` }
  },
})

let edges = 0

/** A device with its own connection, linked to a switch of the site, that reports this link. */
async function makeEdgeDevice(made: BenchProduct) {
  const { db, caDir, devicePort } = made
  const serial = `0cbe0000000${++edges}`
  await db.query(`insert into device (serial, scene_id, type, name, claimed_at) values ($1, $2, 1, 'at-the-edge', 0)`, [
    serial,
    scene,
  ])
  const { rows } = await db.query<{ serial: string }>(
    'select serial from device where scene_id = $1 and type = 2 order by id desc limit 1',
    [scene],
  )
  const above = (rows[0]?.serial ?? '').replaceAll(/(..)(?=.)/g, '$1:')
  const { key, ca, certificates } = await issueDeviceCertificates(caDir, [serial])
  const cert = certificates.get(serial) as string
  const device = new DeviceClient({ host: '127.0.0.1', port: devicePort, cert, key, ca, serial, family: 'ap' })
  await device.open()
  device.hello()
  let told = 0
  const up = () => {
    const bytes = ++told * 1_000_000
    const counters = { rx_bytes: bytes, tx_bytes: bytes, rx_packets: told * 1000, tx_packets: told * 1000 }
    device.event('state', {
      uuid: 1,
      state: {
        unit: { localtime: Math.floor(Date.now() / 1000), uptime: told, load: [0, 0, 0] },
        interfaces: [{ name: 'up0v0', ipv4: { addresses: ['10.9.9.9/24'] }, counters }],
        'link-state': { upstream: { WAN: { carrier: 1, speed: 1000, duplex: 'full', counters } }, downstream: {} },
        'lldp-peers': { upstream: { WAN: [{ mac: above, port_id: 'Ethernet99', capability: ['Bridge'] }] } },
      },
    })
  }
  const linked = async () => {
    const { nodes, edges: links } = await made.call('GET scene/topology', { scene_id: scene })
    const { id } = nodes.find((one: { sn: string }) => one.sn === serial) ?? {}
    if (
      links.some(
        (one: { from: string; to: string; state: number }) => [one.from, one.to].includes(id) && one.state === 1,
      )
    )
      return
    await new Promise((resolve) => setTimeout(resolve, 100))
    await linked()
  }
  up()
  return { device, up, linked }
}

/** The time when the drawing has, or no longer has, pixels close to the colour of a link that is down. */
function reddened(page: Page, wanted: boolean): Promise<number> {
  return page.evaluate(async (there) => {
    const has = () => {
      const canvas = document.querySelector('canvas')
      if (!canvas?.width) return !there
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
      for (let at = 0; at < data.length; at += 4)
        if ((data[at] ?? 0) > 190 && (data[at + 1] ?? 0) < 110 && (data[at + 2] ?? 0) < 110) return true
      return false
    }
    const ends = performance.now() + 30_000
    while (has() !== there) {
      if (performance.now() > ends) throw new Error(`red did not ${there ? 'come' : 'go'}`)
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    return performance.timeOrigin + performance.now()
  }, wanted)
}

export const topologyPan = defineFigure({
  name: 'topology-pan',
  what: 'frame of a topology of 2,000 nodes while it is dragged and zoomed: time until it is drawn, p95',
  must: { is: 'at most', value: 16.7, unit: 'ms' },
  after: end,
  async round() {
    product ??= await furnish()
    if (!many) many = await makeSite(product, 'Two thousand', MANY, TERMINALS)
    const page = await signedIn(product)
    await page.goto(`${product.url}/scene/topology/index`)
    await page.getByRole('button', { name: /选择场景|^Scene:/ }).click()
    await page.getByRole('option', { name: 'Two thousand' }).first().click()
    await page.getByRole('application', { name: new RegExp(`\\b${MANY + 1}\\b`) }).waitFor()
    await nodesPainted(page)
    const frames = await page.evaluate(moveAbout)
    await page.context().close()
    return {
      value: quantile(frames, 0.95),
      note: `p50 ${quantile(frames, 0.5).toFixed(1)} ms, most ${Math.max(...frames).toFixed(1)} ms of ${frames.length} frames`,
    }
  },
})

let many = 0

/** Zooms in and out over the drawing and drags it, one step per frame; ms until each frame was drawn, pixels included. */
async function moveAbout(): Promise<number[]> {
  const canvas = document.querySelector('canvas') as HTMLCanvasElement
  const { left, top, width, height } = canvas.getBoundingClientRect()
  const [x, y] = [left + width / 2, top + height / 2]
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const point = (type: string, at: number) =>
    canvas.dispatchEvent(
      new PointerEvent(type, { pointerId: 1, clientX: x + at, clientY: y + 200, bubbles: true, button: 0 }),
    )
  canvas.setPointerCapture = () => undefined
  const took: number[] = []
  const step = async (act: () => void) => {
    let began = 0
    // the callbacks of a frame run in the order of registration: this one, the drawing's, the next
    requestAnimationFrame(() => (began = performance.now()))
    act()
    await frame()
    canvas.getContext('2d')?.getImageData(0, 0, 1, 1)
    took.push(performance.now() - began)
  }
  for (let n = 0; n < 60; n++)
    await step(() =>
      canvas.dispatchEvent(
        new WheelEvent('wheel', { deltaY: n < 30 ? -60 : 60, clientX: x, clientY: y, bubbles: true, cancelable: true }),
      ),
    )
  point('pointerdown', 0)
  for (let n = 1; n <= 60; n++) await step(() => point('pointermove', n * 6))
  point('pointerup', 360)
  return took
}

async function end(): Promise<void> {
  await browser?.close()
  await product?.stop()
  product = browser = undefined
}
