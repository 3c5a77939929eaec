import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { launchProfile } from '@belvedere/e2e/browser.ts'
import { freePorts } from '@belvedere/e2e/kit/product.ts'
import { type Console, consoleOf, devicePage } from './console-rig.ts'
import { startSideProcess } from './side-process.ts'
import type { Scores } from './lighthouse-child.ts'

export interface Score extends Scores {
  readonly page: string
  readonly theme: 'light' | 'dark'
  /** Number of attempts that were aborted before. */
  readonly again: number
}

const pages = { 'sign-in': '/login', devices: devicePage }
/** A trace may miss its start on a busy machine, and the connection to the browser may fail; Lighthouse itself recommends to run again. */
const tries = 3
const patience = 120_000

/** The scores of Lighthouse for the sign-in page and for a list of devices on a telephone, in both themes. */
export async function lighthouseScores(): Promise<Score[]> {
  const console = await consoleOf()
  const scores: Score[] = []
  for (const [page, path] of Object.entries(pages)) {
    for (const theme of ['light', 'dark'] as const)
      scores.push({ page, theme, ...(await scoreOf({ console, path, theme })) })
  }
  return scores
}

interface LighthouseRun {
  console: Console
  path: string
  theme: 'light' | 'dark'
}

/** Each attempt starts a new browser with an empty cache. */
async function scoreOf(look: LighthouseRun): Promise<Scores & { again: number }> {
  for (let again = 0; again < tries; again++) {
    const dir = await mkdtemp(join(tmpdir(), 'belvedere-lighthouse-'))
    const [port = 0] = await freePorts(1)
    const context = await launchProfile(dir, port)
    try {
      const page = await context.newPage()
      await prepare(page, look)
      const scores = await lookAt(look.console.url + look.path, port)
      if (scores?.performance && scores.accessibility) return { ...scores, again }
    } finally {
      await context.close()
      await rm(dir, { recursive: true, force: true })
    }
  }
  throw new Error(`Lighthouse has no score for ${look.path}`)
}

/** `undefined` if the run was aborted. */
async function lookAt(address: string, port: number): Promise<Scores | undefined> {
  const helper = startSideProcess('kit/lighthouse-child.ts', address, String(port))
  const timer = setTimeout(() => void helper.stop(), patience)
  try {
    return await helper.message<Scores>().catch(() => undefined)
  } finally {
    clearTimeout(timer)
    await helper.stop()
  }
}

/** Stores the session if the page needs one. */
async function prepare(page: Page, { console, path, theme }: LighthouseRun): Promise<void> {
  await page.goto(`${console.url}/favicon.svg`)
  const kept = path === devicePage ? console.kept.origins.flatMap(({ localStorage }) => localStorage) : []
  await page.evaluate(
    ([kept, theme]) => {
      for (const { name, value } of kept) localStorage.setItem(name, value)
      localStorage.setItem('belvedere.theme', theme === 'dark' ? '1' : '0')
    },
    [kept, theme] as const,
  )
  await page.close()
}
