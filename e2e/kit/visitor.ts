import { setTimeout as pause } from 'node:timers/promises'
import axe, { type AxeResults, type RunOptions } from 'axe-core'
import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import { comesTrue } from './wait.ts'

export type Theme = 'light' | 'dark'

/** A page that goes from address to address without loading again, and remembers what should not have happened. */
export interface Visitor {
  readonly page: Page
  readonly context: BrowserContext
  /** Faults since the last time it was asked, each in words. */
  faults(): string[]
  /** Texts that are data: names people gave, in whatever language. */
  readonly data: ReadonlySet<string>
  /** Goes to an address inside the console and waits until it is at rest. */
  visit(path: string): Promise<void>
  /** Waits until nothing is on its way and nothing is a placeholder any more. */
  rest(): Promise<void>
  paint(theme: Theme): Promise<void>
  /** What axe-core finds now, one line each. */
  axe(options?: RunOptions): Promise<string[]>
  close(): Promise<void>
}

interface VisitorHow {
  url: string
  lang: 'zh' | 'en'
  /** Of a signed-in user. */
  storage?: Awaited<ReturnType<BrowserContext['storageState']>>
  width?: number
  height?: number
}

const patience = 30_000
/** Colours are looked at where they end, not on their way there. */
const still =
  '*, ::before, ::after { transition: none !important; animation-duration: 1ms !important; animation-delay: 0s !important }'
/** Keys whose values come from people or devices. */
const dataKey =
  /(^|_)(name|names|nickName|remark|address|province|city|district|location|contact|label|ssid|hostname|note|detail|description|object|text|model|vendor|group|groups|tag|tags|title|content|before|after|search|mode_name)$/

export async function openVisitor(browser: Browser, { url, lang, storage, width = 1440, height = 900 }: VisitorHow) {
  const context = await browser.newContext({
    viewport: { width, height },
    reducedMotion: 'reduce',
    ...(storage && { storageState: storage }),
  })
  await context.addInitScript((lang) => localStorage.setItem('belvedere.lang', lang), lang)
  // machines without a Chinese font take the spare one at once, so that pictures have it
  await context.addInitScript(() => localStorage.setItem('belvedere.glyphs', '1'))
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  const faults: string[] = []
  const data = new Set<string>()
  const under = watch(page, url, faults, data)
  const visitor: Visitor = {
    page,
    context,
    data,
    faults: () => faults.splice(0),
    visit: (path) => visit(visitor, url, path),
    rest: () => rest(page, under, faults),
    paint: (theme) => paint(page, theme),
    axe: (options) => runAxe(page, options),
    close: () => context.close(),
  }
  return visitor
}

/** Notes what goes wrong; returns the requests that are on their way. */
function watch(page: Page, url: string, faults: string[], data: Set<string>): ReadonlySet<Request> {
  const under = new Set<Request>()
  page.on('pageerror', (error) => faults.push(`page error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text().slice(0, 300)}`)
  })
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== url) faults.push(`asks elsewhere: ${request.url()}`)
    if (!request.url().includes('/api/v1/live')) under.add(request)
  })
  page.on('requestfailed', (request) => under.delete(request))
  // an answer is on its way until its names are known: the page may show them before
  page.on('requestfinished', (request) => {
    const known = request.url().includes('/api/') ? namesIn(request, data) : Promise.resolve()
    void known.catch(() => {}).then(() => under.delete(request))
  })
  return under
}

async function namesIn(request: Request, data: Set<string>): Promise<void> {
  gather(await (await request.response())?.json(), data)
}

/** The Chinese texts of an answer that are data. */
function gather(value: unknown, into: Set<string>, key = ''): void {
  if (typeof value === 'string') {
    if (dataKey.test(key)) into.add(value.trim())
  } else if (Array.isArray(value)) for (const one of value) gather(one, into, key)
  else if (value && typeof value === 'object') for (const [name, one] of Object.entries(value)) gather(one, into, name)
}

async function visit(visitor: Visitor, url: string, path: string): Promise<void> {
  const { page } = visitor
  if (page.url().startsWith(url)) {
    await page.evaluate(leaveFor, path)
    // the window is named again once the page is drawn; until then the one before it stands
    await comesTrue(page, () => document.title !== '')
  } else await page.goto(url + path)
  await visitor.rest()
}

/** In the browser. */
function leaveFor(path: string): void {
  if (location.pathname + location.search === path) return
  document.title = ''
  history.pushState({}, '', path)
}

async function rest(page: Page, under: ReadonlySet<Request>, faults: string[]): Promise<void> {
  const until = Date.now() + patience
  for (let quiet = 0; quiet < 3; ) {
    const busy = under.size > 0 || (await page.evaluate(isWaiting).catch(() => true))
    quiet = busy ? 0 : quiet + 1
    if (Date.now() > until) {
      faults.push(`does not come to rest: ${[...under].map((request) => request.url()).join()}`)
      return
    }
    await pause(20)
  }
  await page.evaluate(() => document.fonts.ready.then(() => {}))
}

/** In the browser: something on screen only stands for what is to come. */
function isWaiting(): boolean {
  const stands = document.querySelector('.shimmer, main .later, [aria-busy="true"]')
  return stands !== null || !document.querySelector('main, h1')
}

/** A canvas is drawn again in a frame after its component was: pictures are taken after both. */
async function paint(page: Page, theme: Theme): Promise<void> {
  await page.evaluate(
    ([theme, css]) => {
      document.documentElement.dataset.theme = theme
      if (document.documentElement.dataset.still) return
      document.documentElement.dataset.still = 'yes'
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
      document.adoptedStyleSheets.push(sheet)
    },
    [theme, still] as const,
  )
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
  })
}

async function runAxe(page: Page, options: RunOptions = {}): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in window)
  if (!isThere) await page.evaluate(axe.source)
  const { violations } = (await page.evaluate(
    (options) => (window as unknown as { axe: typeof axe }).axe.run(document, options),
    { resultTypes: ['violations'], ...options } as RunOptions,
  )) as AxeResults
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, html, any }) => `axe ${id}: ${target.join(' ')} ${html.slice(0, 160)} ${any[0]?.message ?? ''}`,
    ),
  )
}
