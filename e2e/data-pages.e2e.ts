import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { amountText, type ChartUnit } from '../web/ui/chart/chart-unit.ts'
import { demoIsWhole } from './kit/demo.ts'
import { writeHistory } from './kit/history.ts'
import { until } from './kit/wait.ts'
import type { Journey } from './rig.ts'

// proves: 3, 15

interface Rank {
  unit: ChartUnit
  total: number
  list: { id: number | string; name: string; value: number; percent: number }[]
}
interface Curve {
  unit: ChartUnit
  total: number
  from: number
  series: { name: string; points: [number, number | null][] }[]
}

export const journey: Journey = {
  title:
    'Home and the pages of statistics say what the calls answer, lead to the rows, and keep their state in the address',
  options: { demo: true },
  async run({ url, page, signIn, databaseUrl }) {
    const answers = listen(page)
    await signIn()
    await demoIsWhole(url)
    await writeHistory(databaseUrl, 100)

    await page.goto(`${url}/home/index?period=7d`)
    await homeAgrees(page, answers)
    await page
      .getByRole('group', { name: '设备在线' })
      .getByRole('link', { name: /路由器/ })
      .click()
    await page.waitForURL(/\/global\/device\?types=/)
    const { router, soft } = await answers<Record<'router' | 'soft', { total: number }>>('stat/device/count')
    await page.getByText(`共 ${router.total + soft.total} 条`).waitFor()

    await page.goto(`${url}/data/overview?scope=all&period=7d`)
    await trafficAgrees(page, answers)
    await periodIsKept(page)

    await page.goto(`${url}/data/user?period=7d`)
    await userAgrees(page, answers)
    await page.goto(`${url}/data/device?scope=all&kind=ap`)
    await devicesAgree(page, answers)
    await page.goto(`${url}/data/alarm?scope=all&period=7d`)
    await alarmsAgree(page, answers)
  },
}

type Answers = <T>(path: string) => Promise<T>

/** The last answer of each call the page made; of one that is asked by several things, also of each: `stat/alarm/rank type`. */
function listen(page: Page): Answers {
  const last = new Map<string, Promise<unknown>>()
  page.on('response', (response) => {
    const path = /\/api\/v1\/(stat\/[^?]+)/.exec(response.url())?.[1]
    if (!path) return
    const data = response.json().then(
      ({ data }) => data,
      () => undefined,
    )
    const by = new URL(response.url()).searchParams.get('by')
    for (const key of by ? [path, `${path} ${by}`] : [path]) last.set(key, data)
  })
  return async <T>(path: string) => {
    for (let n = 0; n < 300 && !last.has(path); n++) await page.waitForTimeout(100)
    const data = await last.get(path)
    assert.ok(data, `no answer of ${path}`)
    return data as T
  }
}

const card = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true }).first()

/** Looks until page and answer agree: what is asked live comes once more in between. */
async function agree(page: Page, check: () => Promise<void>): Promise<void> {
  const until = Date.now() + 20_000
  for (;;)
    try {
      return await check()
    } catch (error) {
      if (Date.now() > until) throw error
      await page.waitForTimeout(100)
    }
}

/** An element says each of the texts at this moment. */
async function says(element: Locator, ...texts: (string | number)[]): Promise<void> {
  const said = (await element.first().innerText({ timeout: 1000 })).replace(/\s+/g, ' ')
  for (const text of texts) assert.ok(said.includes(String(text)), `“${text}” in “${said}”`)
}

async function rankAgrees(page: Page, title: string, rankNow: () => Promise<Rank>): Promise<void> {
  const rows = card(page, title).getByRole('list').first().getByRole('listitem')
  await agree(page, async () => {
    const rank = await rankNow()
    assert.ok(rank.list.length > 0, `${title}: nothing to compare`)
    for (const [at, row] of rank.list.entries()) await says(rows.nth(at), row.name, amountText(row.value, rank.unit))
  })
}

async function homeAgrees(page: Page, answers: Answers): Promise<void> {
  const tile = page.getByRole('group', { name: '设备在线' })
  await agree(page, async () => {
    const devices = await answers<
      Record<string, { total: number; online: number }> & { total: number; online: number }
    >('stat/device/count')
    const sum = (of: 'total' | 'online') => (devices['router']?.[of] ?? 0) + (devices['soft']?.[of] ?? 0)
    const routers = { total: sum('total'), online: sum('online') }
    const told = ({ online = 0, total = 0 } = {}) => `${online}/${total}`
    await says(tile, `/ ${devices.total}`, told(routers), told(devices.ap))
  })
  await rankAgrees(page, '场景流量 TOP 10', () => answers<Rank>('stat/traffic/rank'))
  await rankAgrees(page, '设备型号', () => answers<Rank>('stat/router/model'))
  await agree(page, async () => {
    const { list } = await answers<{ list: { name: string; total: number }[] }>('stat/scene/region')
    assert.ok(list[0], 'the scenes of the network name their provinces')
    await says(card(page, '场景地区分布'), list[0].name, String(list[0].total))
  })
  await agree(page, async () => {
    const trend = await answers<Curve>('stat/alarm/trend')
    assert.ok(trend.total > 5, 'the history has alarms')
    await says(card(page, '告警趋势'), String(trend.total))
  })
}

async function trafficAgrees(page: Page, answers: Answers): Promise<void> {
  const traffic = card(page, '流量')
  await agree(page, async () => {
    const used = await answers<Curve>('stat/traffic/used')
    await says(traffic, amountText(used.total, 'B'))
    const sum = used.series.flatMap(({ points }) => points.map(([, value]) => value ?? 0)).reduce((a, b) => a + b, 0)
    assert.ok(Math.abs(sum - used.total) <= used.total / 1000, `${sum} of the curve, ${used.total} in all`)
    const ranked = await answers<Rank>('stat/traffic/rank')
    assert.ok(
      Math.abs(ranked.total - used.total) <= used.total / 50,
      `${ranked.total} of the scenes, ${used.total} in all`,
    )
  })
  await traffic.locator('canvas').waitFor()

  // the table, the file and the call say the same
  await traffic.getByRole('button', { name: '显示为表格' }).click()
  await agree(page, async () => {
    const rx = lastOf(await answers<Curve>('stat/traffic/used'))
    await says(traffic.getByRole('table').getByRole('row').last(), amountText(rx, 'B'))
    const rows = (await download(page, traffic, '数据（CSV）')).toString('utf8').trim().split('\r\n')
    assert.match(rows[0] ?? '', /时间,下行 \(B\),上行 \(B\)/)
    assert.ok(rows.at(-1)?.includes(`,${rx},`), `${rows.at(-1)}`)
  })
  await traffic.getByRole('button', { name: '显示图表' }).click()
  await traffic.locator('canvas').waitFor()
  const png = await download(page, traffic, '图片（PNG）')
  assert.equal(png.subarray(1, 4).toString(), 'PNG')
}

/** What came down in the last step anything is known of. */
function lastOf({ series }: Curve): number {
  return series.find(({ name }) => name === 'rx')?.points.findLast(([, value]) => value !== null)?.[1] ?? 0
}

async function download(page: Page, from: Locator, entry: string): Promise<Buffer> {
  await from.getByRole('button', { name: '导出' }).click()
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: entry }).click()])
  return readFile(await file.path())
}

/** A stretch dragged over in a chart is a period of the address, and the way back leads out of it. */
async function periodIsKept(page: Page): Promise<void> {
  await page.getByLabel('与上一周期对比').click()
  await page.waitForURL(/compare=1/)
  // the curve of before may come while the hand is on its way, with a chart of its own
  await until('a stretch is chosen', 30_000, async () => {
    const box = await card(page, '流量').locator('.u-over').boundingBox()
    assert.ok(box)
    await page.mouse.move(box.x + box.width * 0.5, box.y + 60)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.8, box.y + 60, { steps: 5 })
    await page.mouse.up()
    await page.waitForURL(/from=\d+/, { timeout: 5_000 })
    return true
  })
  const address = page.url()
  await page.reload()
  await page
    .getByRole('toolbar', { name: '范围与时段' })
    .getByRole('button', { pressed: true })
    .filter({ hasText: '–' })
    .waitFor()
  assert.equal(page.url(), address)
  await page.goBack()
  await page.getByRole('button', { name: '7 天', pressed: true }).waitFor()
}

async function userAgrees(page: Page, answers: Answers): Promise<void> {
  const week = card(page, '活跃时段').getByRole('table')
  // Monday first on the page, Sunday first in the call
  const [day, hour] = [3, 10]
  const cell = week.getByRole('row').nth(day).getByRole('cell').nth(hour)
  await agree(page, async () => {
    const { cells } = await answers<{ cells: (number | null)[][] }>('stat/terminal/period')
    const value = cells[day]?.[hour] ?? null
    await says(cell, value === null ? '无数据' : amountText(value, ''))
  })
  await agree(page, async () => {
    const online = await answers<{ now: number }>('stat/terminal/online')
    await says(card(page, '在线终端'), `现在 ${amountText(online.now, '')}`)
  })
}

async function devicesAgree(page: Page, answers: Answers): Promise<void> {
  await rankAgrees(page, '负载最高的 20 台', () => answers<Rank>('stat/device/rank cpu'))
  await page.getByRole('button', { name: /^指标/ }).click()
  await page.getByRole('option', { name: '流量' }).click()
  await page.waitForURL(/measure=traffic/)
  await rankAgrees(page, '流量最多的 20 台', () => answers<Rank>('stat/device/rank traffic'))
}

async function alarmsAgree(page: Page, answers: Answers): Promise<void> {
  const offline = card(page, '告警类型排行').getByRole('listitem').filter({ hasText: '设备离线' })
  await agree(page, async () => {
    const { list, unit } = await answers<Rank>('stat/alarm/rank type')
    const value = list.find(({ id }) => id === 'dev_offline')?.value ?? 0
    assert.ok(value >= 8, `${value} of devices offline`)
    await says(offline, amountText(value, unit))
  })
  // of several scenes no list holds the alarms: a scene leads to its own
  await card(page, '告警场景排行').getByRole('listitem').getByRole('button').first().click()
  await page.waitForURL(/\/maintenance\/alert\/log/)
}
