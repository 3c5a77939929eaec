import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { openRig, type Rig } from '@belvedere/e2e/rig.ts'

/** What a browser of somebody who is signed in keeps. */
export type BrowserState = Awaited<ReturnType<BrowserContext['storageState']>>

export interface Console extends Pick<Rig, 'url'> {
  /** A page in a browser without a cache, signed in, and the line to its engine. */
  open(how?: { width?: number; height?: number }): Promise<{ page: Page; cdp: CDPSession; close(): Promise<void> }>
  readonly kept: BrowserState
  end(): Promise<void>
}

/** The list of devices that browser figures look at. */
export const devicePage = '/config/device/ap'
/** A telephone of the middle class on a slow line, as Lighthouse has it. */
export const slowCpu = 4
export const slowLine = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 1.6e6 / 8 }

let made: Promise<Console> | undefined

/** The product with the demo network, and a browser; one for all rounds of a figure, which ends it with `endConsole`. */
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

/** A browser without a cache has no spare glyphs either. */
function withoutGlyphs(kept: BrowserState): BrowserState {
  const origins = kept.origins.map(({ localStorage, ...origin }) => ({
    ...origin,
    localStorage: localStorage.filter(({ name }) => name !== 'belvedere.glyphs'),
  }))
  return { ...kept, origins }
}
