import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { amountText, type ChartUnit } from '../web/ui/chart/chart-unit.ts'
import { writeHistory } from './kit/history.ts'
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
    await page.goto(`${url}/global/device`)
    await page.locator('tbody tr').nth(9).waitFor()
    await writeHistory(databaseUrl, 100)

    await page.goto(`${url}/home/index?period=7d`)
    await homeAgrees(page, answers)
    await page
      .getByRole('group', { name: '设备在线' })
      .getByRole('link', { name: /路由器/ })
      .click()
    await page.waitForURL(/\/global\/device\?types=/)
    const { router } = await answers<{ router: { total: number } }>('stat/device/count')
    await page.getByText(`共 ${router.total} 条`).waitFor()

    await page.goto(`${url}/data/overview?scope=all&period=7d`)
    await trafficAgrees(page, answers)
    await periodIsKept(page)

    await page.goto(`${url}/data/user?period=7d`)
    await userAgrees(page, answers)
    await page.goto(`${url}/data/alarm?scope=all&period=7d`)
    await alarmsAgree(page, answers)
  },
}

type Answers = <T>(path: string) => Promise<T>

/** The last answer of each call the page made. */
function listen(page: Page): Answers {
  const last = new Map<string, Promise<unknown>>()
  page.on('response', (response) => {
    const path = /\/api\/v1\/(stat\/[^?]+)/.exec(response.url())?.[1]
    if (path)
      last.set(
        path,
        response.json().then(
          ({ data }) => data,
          () => undefined,
        ),
      )
  })
  return async <T>(path: string) => {
    for (let n = 0; n < 100 && !last.has(path); n++) await page.waitForTimeout(100)
    const data = await last.get(path)
    assert.ok(data, `no answer of ${path}`)
    return data as T
  }
}

const card = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true }).first()

/** Waits until an element says each of the texts: what is asked live may come once more. */
async function says(element: Locator, ...texts: (string | number)[]): Promise<void> {
  for (const text of texts) await element.getByText(String(text), { exact: false }).first().waitFor()
}

async function rankAgrees(page: Page, title: string, rank: Rank): Promise<void> {
  assert.ok(rank.list.length > 0, `${title}: nothing to compare`)
  const rows = card(page, title).getByRole('list').first().getByRole('listitem')
  for (const [at, row] of rank.list.entries()) await says(rows.nth(at), row.name, amountText(row.value, rank.unit))
}

async function homeAgrees(page: Page, answers: Answers): Promise<void> {
  const devices = await answers<Record<string, { total: number; online: number }> & { total: number; online: number }>(
    'stat/device/count',
  )
  const tile = page.getByRole('group', { name: '设备在线' })
  await says(
    tile,
    `/ ${devices.total}`,
    `${devices.router?.online}/${devices.router?.total}`,
    `${devices.ap?.online}/${devices.ap?.total}`,
  )
  await rankAgrees(page, '场景流量 TOP 10', await answers<Rank>('stat/traffic/rank'))
  await rankAgrees(page, '设备型号', await answers<Rank>('stat/router/model'))
  const trend = await answers<Curve>('stat/alarm/trend')
  assert.ok(trend.total > 5, 'the history has alarms')
  await says(card(page, '告警趋势'), String(trend.total))
}

async function trafficAgrees(page: Page, answers: Answers): Promise<void> {
  const used = await answers<Curve>('stat/traffic/used')
  const traffic = card(page, '流量')
  await says(traffic, amountText(used.total, 'B'))
  const sum = used.series.flatMap(({ points }) => points.map(([, value]) => value ?? 0)).reduce((a, b) => a + b, 0)
  assert.ok(Math.abs(sum - used.total) <= used.total / 1000, `${sum} of the curve, ${used.total} in all`)
  const ranked = await answers<Rank>('stat/traffic/rank')
  assert.ok(
    Math.abs(ranked.total - used.total) <= used.total / 50,
    `${ranked.total} of the scenes, ${used.total} in all`,
  )
  await traffic.locator('canvas').waitFor()

  // the table, the file and the call say the same
  const [at, rx] = used.series.find(({ name }) => name === 'rx')?.points.findLast(([, value]) => value !== null) ?? [
    0, 0,
  ]
  await traffic.getByRole('button', { name: '显示为表格' }).click()
  await says(traffic.getByRole('table').getByRole('row').last(), amountText(rx, 'B'))
  const csv = await download(page, traffic, '数据（CSV）')
  const rows = csv.toString('utf8').trim().split('\r\n')
  assert.match(rows[0] ?? '', /时间,下行 \(B\),上行 \(B\)/)
  assert.ok(rows.at(-1)?.includes(`,${rx},`), `${rows.at(-1)} of ${at}`)
  await traffic.getByRole('button', { name: '显示图表' }).click()
  await traffic.locator('canvas').waitFor()
  const png = await download(page, traffic, '图片（PNG）')
  assert.equal(png.subarray(1, 4).toString(), 'PNG')
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
  const box = await card(page, '流量').locator('.u-over').boundingBox()
  assert.ok(box)
  await page.mouse.move(box.x + box.width * 0.5, box.y + 60)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.8, box.y + 60, { steps: 5 })
  await page.mouse.up()
  await page.waitForURL(/from=\d+/)
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
  const period = await answers<{ cells: (number | null)[][] }>('stat/terminal/period')
  const week = card(page, '活跃时段').getByRole('table')
  await week.waitFor()
  // Monday first on the page, Sunday first in the call
  const [day, hour] = [3, 10]
  const told = await week.getByRole('row').nth(day).getByRole('cell').nth(hour).innerText()
  const value = period.cells[day]?.[hour] ?? null
  assert.equal(told.trim(), value === null ? '无数据' : amountText(value, ''))
  const online = await answers<{ now: number }>('stat/terminal/online')
  await says(card(page, '在线终端'), `现在 ${online.now}`)
}

async function alarmsAgree(page: Page, answers: Answers): Promise<void> {
  await answers<Rank>('stat/alarm/rank')
  const types = card(page, '告警类型排行').getByRole('listitem')
  await types.nth(1).waitFor()
  await says(types.filter({ hasText: '设备离线' }), '8')
  // of several scenes no list holds the alarms: a scene leads to its own
  await card(page, '告警场景排行').getByRole('listitem').getByRole('button').first().click()
  await page.waitForURL(/\/maintenance\/alert\/log/)
}
