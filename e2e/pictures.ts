import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { contactSheets } from './kit/contact-sheet.ts'
import { endOnSignals } from './kit/run-end.ts'
import { findRoutes, type Route } from './kit/routes.ts'
import { openVisitor, type Theme } from './kit/visitor.ts'
import { openRig } from './rig.ts'

// `npm test -- --pictures DIR [part of an address …]`: every address in both languages and themes, on a desk and on a telephone,
// over the demo network, and sheets of many of them side by side, for review.

endOnSignals()
const [dir, ...wanted] = process.argv.slice(2)
const themes: readonly Theme[] = ['light', 'dark']
const desk = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
/** Shown without sign-in; the telephone's page has a sign-in of its own, and is looked at behind it. */
const isOutside = ({ path, isPublic }: Route) => isPublic && !path.startsWith('/mid')
const isInside = (route: Route) => !isOutside(route)
const isWanted = ({ path }: Route) => wanted.length === 0 || wanted.some((part) => path.includes(part))

type Storage = NonNullable<Parameters<typeof openVisitor>[1]['storage']>

interface Tour {
  readonly browser: Browser
  readonly url: string
  readonly storage: Storage
  readonly routes: readonly Route[]
  readonly into: string
}

async function main(into: string): Promise<void> {
  await mkdir(into, { recursive: true })
  const rig = await openRig({ demo: true })
  try {
    await rig.signIn()
    await rig.page.goto(`${rig.url}/global/device`)
    await rig.page.locator('tbody tr').nth(9).waitFor()
    const storage = await rig.page.context().storageState()
    const browser = rig.page.context().browser()
    if (!browser) throw new Error('the browser has gone')
    await rig.page.goto(`${rig.url}/favicon.svg`)
    const routes = (await findRoutes()).filter(isWanted)
    const tour = { browser, url: rig.url, storage, routes, into }
    await Promise.all([walk(tour, 'zh'), walk(tour, 'en')])
    for (const sheet of await contactSheets(browser, into)) console.log(sheet)
  } finally {
    await rig.close()
  }
}

async function walk(tour: Tour, lang: 'zh' | 'en'): Promise<void> {
  const [outside, inside] = [tour.routes.filter(isOutside), tour.routes.filter(isInside)]
  for (const size of [desk, phone]) {
    await shoot(tour, lang, outside, size, false)
    await shoot(tour, lang, inside, size, true)
  }
}

type Size = typeof desk

async function shoot(tour: Tour, lang: 'zh' | 'en', routes: readonly Route[], size: Size, signedIn: boolean) {
  const { browser, url, storage, into } = tour
  const visitor = await openVisitor(browser, { url, lang, ...size, ...(signedIn && { storage }) })
  for (const { path } of routes) {
    await visitor.visit(path)
    for (const theme of themes) {
      await visitor.paint(theme)
      const name = `${lang}-${theme}${size === phone ? '-phone' : ''}${path.replaceAll('/', '_')}.jpg`
      await visitor.page.screenshot({ path: join(into, name), type: 'jpeg', quality: 80 })
    }
  }
  await visitor.close()
}

if (!dir) {
  console.error('npm test -- --pictures DIR [part of an address …]')
  process.exit(2)
}
await main(dir)
