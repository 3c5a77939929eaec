import type { Page } from 'playwright-core'
import { launchBrowser } from '../browser.ts'
import { serialsOf, startFleet } from './fleet.ts'
import { pageOn } from './page-on.ts'
import { startProduct } from './product.ts'
import { register } from './register.ts'
import type { Session } from './session.ts'

const SCENARIO = 'building-200'
/** Devices of the building. */
export const DEVICES = 8

/** A small building of strict devices, a page of the console in Chinese and a session beside it; closed when `work` ends. */
export async function inBuilding(
  more: Record<string, string | number>,
  work: (page: Page, session: Session) => Promise<void>,
): Promise<void> {
  const product = await startProduct()
  const browser = await launchBrowser()
  let heard = ''
  try {
    const page = await pageOn(browser, product, 'zh')
    const session = await product.signIn()
    const { id: scene_id } = await session.ask('POST scene', { name: 'Building' })
    await register(product.databaseUrl, scene_id, await serialsOf(SCENARIO, DEVICES))
    const { devicePort: port, data } = product
    const flags = { devices: DEVICES, port, 'ca-dir': `${data}/pki`, 'time-scale': 0.01, fast: '' }
    const fleet = startFleet(SCENARIO, { ...flags, ...more })
    await work(page, session).finally(() => {
      heard = fleet.heard
      return fleet.end('SIGTERM')
    })
  } catch (error) {
    const from = `server: ${product.heard.slice(-3000)}\nfleet: ${heard}`
    throw new Error(`${(error as Error).stack}\n${from}`, { cause: error })
  } finally {
    await browser.close()
    await product.close()
  }
}
