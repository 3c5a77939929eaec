import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import lighthouse from 'lighthouse'
import type { BrowserContext, Page } from 'playwright-core'
import { launchProfile } from '@belvedere/e2e/browser.ts'
import { type Console, consoleOf, devicePage } from './console-rig.ts'

export interface Score {
  readonly page: string
  readonly theme: 'light' | 'dark'
  /** 0 to 100. */
  readonly performance: number
  readonly accessibility: number
}

const pages = { 'sign-in': '/login', devices: devicePage }
/** A trace may miss its beginning on a busy machine; the tool itself says to run again. */
const tries = 3

/** What Lighthouse says of the sign-in page and of a list of devices as a telephone meets them, in both themes. */
export async function lighthouseScores(): Promise<Score[]> {
  const console = await consoleOf()
  const dir = await mkdtemp(join(tmpdir(), 'belvedere-lighthouse-'))
  const port = await freePort()
  const context = await launchProfile(dir, port)
  try {
    const scores: Score[] = []
    for (const [page, path] of Object.entries(pages)) {
      for (const theme of ['light', 'dark'] as const)
        scores.push({ page, theme, ...(await scoreOf({ context, console, path, theme, port })) })
    }
    return scores
  } finally {
    await context.close()
    await rm(dir, { recursive: true, force: true })
  }
}

interface Look {
  context: BrowserContext
  console: Console
  path: string
  theme: 'light' | 'dark'
  port: number
}

async function scoreOf(look: Look): Promise<Pick<Score, 'performance' | 'accessibility'>> {
  const { context, console, path, port } = look
  for (let n = 0; n < tries; n++) {
    const page = await context.newPage()
    await prepare(page, look)
    const flags = { port, disableStorageReset: true, onlyCategories: ['performance', 'accessibility'] }
    const result = await lighthouse(console.url + path, { ...flags, logLevel: 'error' })
    await page.close()
    const { performance, accessibility } = result?.lhr.categories ?? {}
    if (performance?.score && accessibility?.score)
      return { performance: Math.round(performance.score * 100), accessibility: Math.round(accessibility.score * 100) }
  }
  throw new Error(`Lighthouse has no score for ${path}`)
}

/** An empty cache; the session where the page needs one. */
async function prepare(page: Page, { context, console, path, theme }: Look): Promise<void> {
  await page.goto(`${console.url}/favicon.svg`)
  const kept = path === devicePage ? console.kept.origins.flatMap(({ localStorage }) => localStorage) : []
  await page.evaluate(
    ([kept, theme]) => {
      localStorage.clear()
      for (const { name, value } of kept) localStorage.setItem(name, value)
      localStorage.setItem('belvedere.theme', theme === 'dark' ? '1' : '0')
    },
    [kept, theme] as const,
  )
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.clearBrowserCache')
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}
