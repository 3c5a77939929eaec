import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { openRig, type Rig } from '@belvedere/e2e/rig.ts'

/** The state that the browser of a signed-in user stores. */
export type BrowserState = Awaited<ReturnType<BrowserContext['storageState']>>

export interface Console extends Pick<Rig, 'url'> {
  /** A signed-in page in a browser without a cache, and a debugging connection to it. */
  open(how?: { width?: number; height?: number }): Promise<{ page: Page; cdp: CDPSession; close(): Promise<void> }>
  readonly kept: BrowserState
  end(): Promise<void>
}

/** The list of devices that the browser figures open. */
export const devicePage = '/config/device/ap'
/** A mid-range telephone on a slow line, as Lighthouse simulates it. */
export const slowCpu = 4
export const slowLine = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 1.6e6 / 8 }

let made: Promise<Console> | undefined

/** The product with the demo network, and a browser; shared by all rounds of a figure, which closes it with `endConsole`. */
export function consoleOf(): Promise<Console> {
  made ??= makeConsole()
  return made
}

export async function endConsole(): Promise<void> {
  const ending = made
  made = undefined
  await (await ending)?.end()
}

async function makeConsole(): Promise<Console> {
  const rig = await openRig({ demo: true })
  await rig.signIn()
  await rig.page.goto(rig.url + devicePage)
  await rig.page
    .locator('tbody tr')
    .filter({ hasText: /在线|Online/ })
    .first()
    .waitFor({ timeout: 60_000 })
  const kept = withoutGlyphs(await rig.page.context().storageState())
  const browser = rig.page.context().browser()
  await rig.page.goto(`${rig.url}/favicon.svg`)
  return {
    url: rig.url,
    kept,
    end: () => rig.close(),
    async open({ width = 1440, height = 900 } = {}) {
      if (!browser) throw new Error('the browser has gone')
      const context = await browser.newContext({ storageState: kept, viewport: { width, height } })
      const page = await context.newPage()
      const cdp = await context.newCDPSession(page)
      return { page, cdp, close: () => context.close() }
    },
  }
}

/** A browser without a cache has no cached glyphs either. */
function withoutGlyphs(kept: BrowserState): BrowserState {
  const origins = kept.origins.map(({ localStorage, ...origin }) => ({
    ...origin,
    localStorage: localStorage.filter(({ name }) => name !== 'belvedere.glyphs'),
  }))
  return { ...kept, origins }
}
