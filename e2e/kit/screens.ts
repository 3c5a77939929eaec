import type { Browser, Page } from 'playwright-core'
import { pageOn } from './page-on.ts'
import type { Product } from './product.ts'
import { timed } from './wait.ts'

/** The content of three open pages: nodes, device list and alarms. */
export interface Shown {
  /** Of every window: how it is connected, or what is missing. */
  readonly header: string
  /** Nodes by their state, such as `1 lost, 3 running`. */
  readonly nodes: string
  /** Rows by their state, such as `60 Online`; `old` when the list says that it could not be read again. */
  readonly devices: string
  /** Rows of the alarms that are open. */
  readonly alarms: string
}

export interface Screens {
  readonly nodes: Page
  readonly devices: Page
  read(): Promise<Shown>
  /** ms until all of this is shown; without a list of alarms, none are. */
  show(wanted: Partial<Shown>, ms: number): Promise<number>
}

/** Windows, opened once: they are kept up to date by the product, or not. */
export async function openScreens(browser: Browser, api: Product): Promise<Screens> {
  const open = async (path: string) => {
    const page = await pageOn(browser, api, 'en')
    await page.goto(`${api.url}${path}`)
    return page
  }
  const nodes = await open('/account/nodes')
  const devices = await open('/global/device?limit=100')
  const alarms = await open('/maintenance/alert/log')
  const read = async () => ({
    header: await headerOf([nodes, devices, alarms]),
    nodes: sumUp(await nodes.locator('[data-node]').evaluateAll((all) => all.map((one) => one.dataset['state'] ?? ''))),
    devices: await devicesOn(devices),
    alarms: String(await alarms.locator('[data-row]').count()),
  })
  return {
    nodes,
    devices,
    read,
    async show(wanted, ms) {
      let last: Shown | undefined
      const isShown = async () => {
        const now = (last = await read())
        return Object.entries(wanted).every(([part, text]) => now[part as keyof Shown] === text)
      }
      return timed(JSON.stringify(wanted), ms, isShown, 100).catch((error: Error) => {
        throw new Error(`${error.message}: last shown ${JSON.stringify(last)}`)
      })
    },
  }
}

async function headerOf(pages: readonly Page[]): Promise<string> {
  const said = pages.map((page) => page.getByRole('banner').getByRole('status').allInnerTexts())
  return [...new Set((await Promise.all(said)).map((texts) => texts.join('').trim()))].join(' / ')
}

async function devicesOn(page: Page): Promise<string> {
  const states = await page
    .locator('[data-row]')
    .evaluateAll((rows) =>
      rows.map((row) => /^(Online|Offline|Unknown|Never seen)/.exec(row.textContent?.trim() ?? '')?.[0] ?? 'nothing'),
    )
  const isOld = (await page.getByRole('main').getByText('Data of').count()) > 0
  return `${sumUp(states)}${isOld ? ', old' : ''}`
}

/** `2 lost, 3 running`. */
function sumUp(states: readonly string[]): string {
  const counts = Map.groupBy(states, (state) => state)
  return [...counts]
    .map(([state, all]) => `${all.length} ${state}`)
    .toSorted((a, b) => (a.slice(a.indexOf(' ')) < b.slice(b.indexOf(' ')) ? -1 : 1))
    .join(', ')
}
