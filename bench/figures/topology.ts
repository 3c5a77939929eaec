import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '@belvedere/e2e/browser.ts'
import { defineFigure } from '../kit/define-figure.ts'
import { quantile } from '../kit/process-figures.ts'
import { type Product, startProduct } from '../kit/product.ts'

const DEVICES = 1000
const TERMINALS = 20_000
/** Of those: one gateway, a core, and switches with two dozen access points each. */
const SWITCHES = 40
const TURNS = 60
const PASSWORD = 'Bench-figures-1'

let product: Product | undefined
let browser: Browser | undefined
let scene = 0

/** One site as devices would have told it: neighbours from both ends, rates of their sockets, terminals on the access points. */
async function furnish(): Promise<Product> {
  const made = await startProduct()
  scene = (await made.call<{ id: number }>('POST scene', { name: 'A thousand' })).id
  const { rows } = await made.db.query<{ first: number }>(
    `with d as (
       insert into device (serial, scene_id, type, name, model, claimed_at)
       select lpad(to_hex(n), 12, '0'), $1, case when n = 1 then 0 when n <= $3 + 2 then 2 else 1 end, 'device ' || n, 'model ' || n % 20, 0
       from generate_series(1, $2) n order by n returning id),
     s as (insert into device_state (device_id, online, since, seen_at, cpu, mem, terminals, lan_ip) select id, id % 50 <> 7, 1, 1, id % 1000, id % 900, 20, '10.0.' || id % 250 || '.1' from d)
     select min(id)::int as first from d`,
    [scene, DEVICES, SWITCHES],
  )
  const first = rows[0]?.first ?? 1
  await made.db.query(
    `insert into topology_sight (device_id, scene_id, way, port, who, remote_port, since)
     select d.id, $1, 1, 'WAN', regexp_replace(p.serial, '(..)(?=.)', '\\1:', 'g'), 'Ethernet' || (d.id - $2) / $3, 1
     from device d join device p on p.id = $2 + case when d.id = $2 + 1 then 0 when d.id <= $2 + $3 + 1 then 1 else 2 + (d.id - $2) % $3 end
     where d.id between $2 + 1 and $2 + $4 - 1`,
    [scene, first, SWITCHES, DEVICES],
  )
  await made.db.query(
    `insert into topology_sight (device_id, scene_id, way, port, who, remote_port, since)
     select p.id, $1, 1, s.remote_port, regexp_replace(d.serial, '(..)(?=.)', '\\1:', 'g'), s.port, 1
     from topology_sight s join device d on d.id = s.device_id join device p on p.serial = replace(s.who, ':', '')`,
    [scene],
  )
  await made.db.query(
    `insert into topology_sight (device_id, scene_id, way, port, who, since) values ($2, $1, 0, 'WAN1', '203.0.113.1', 1)`,
    [scene, first],
  )
  await made.db.query(
    `insert into topology_flow (device_id, at, ports)
     select device_id, 1, jsonb_object_agg(port, jsonb_build_array(1, 1000, device_id * 1000, device_id * 500, 0)) from topology_sight group by 1`,
  )
  await made.db.query(
    `insert into terminal (scene_id, mac, device_id, link, rank, ip, hostname, ssid, since, first_seen, last_seen)
     select $1, lpad(to_hex(n::bigint * 7919 * 1299709 % 281474976710656), 12, '0')::macaddr, $2 + n % $3, 1 + n % 2, 3, '10.1.' || n % 250 || '.2',
       'host-' || n, (array['Guest', 'Staff', 'Things'])[1 + n % 3], 0, 0, 0 from generate_series(1, $4) n`,
    [scene, first, DEVICES, TERMINALS],
  )
  await made.db.query('vacuum analyze')
  // the layout is made by whoever asks first
  await made.call('GET scene/topology', { scene_id: scene })
  return made
}

/** What the answer is made of, read by bare SQL and put into a text. */
async function bare({ db }: Product): Promise<number> {
  const began = performance.now()
  const all = await Promise.all([
    db.query(
      `select d.id, d.serial, d.type, d.name, d.model, d.mac, s.online, s.since, s.cpu, s.mem, s.lan_ip, s.wan_ip, n.ssids, f.ports
       from device d join device_state s on s.device_id = d.id left join topology_node n on n.device_id = d.id
         left join topology_flow f on f.device_id = d.id where d.scene_id = $1`,
      [scene],
    ),
    db.query(
      'select device_id, way, port, who, name, remote_port, since from topology_sight where scene_id = $1 and until is null',
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
  what: 'scene/topology over HTTP, 1,000 devices and 20,000 terminals: p99 against the rows it is made of by bare SQL',
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
  after: end,
})

export const topologyPaint = defineFigure({
  name: 'topology-paint',
  what: 'topology of 1,000 devices and 20,000 terminals: from the address to nodes on the pixel',
  must: { is: 'at most', value: 2, unit: 's' },
  async round() {
    product ??= await furnish()
    browser ??= await launchBrowser()
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: 'light' })
    const page = await context.newPage()
    await page.goto(product.url)
    await page.getByLabel(/^(账号|Account)$/).fill('admin')
    await page.getByLabel(/^(密码|Password)$/).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => !url.pathname.startsWith('/login'))
    await page.goto(`${product.url}/scene/topology/index`, { waitUntil: 'commit' })
    const value = (await nodesPainted(page)) / 1000
    await context.close()
    return { value }
  },
  after: end,
})

/** Milliseconds since the page was asked for, when something of the drawing has the colour of a device. */
function nodesPainted(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const isPainted = () => {
      const canvas = document.querySelector('canvas')
      if (!canvas?.width) return false
      const { data } = canvas.getContext('2d')?.getImageData(0, canvas.height / 4, canvas.width, canvas.height / 2) ?? {
        data: [],
      }
      // the colours of a device that is there, and of one that is not
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

async function end(): Promise<void> {
  await browser?.close()
  await product?.stop()
  product = browser = undefined
}
