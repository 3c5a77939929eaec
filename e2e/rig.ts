import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from './browser.ts'
import { innerFaults } from './kit/inner-faults.ts'
import { ended } from './kit/product.ts'
import { startProgram } from './kit/run-end.ts'

/** A server of its own with an empty store, and a browser page on it. */
export interface Rig {
  readonly url: string
  readonly page: Page
  /** Reaches the embedded PostgreSQL; for pg. */
  readonly databaseUrl: string
  /** Opens the console, signs in and waits for the shell. */
  signIn(): Promise<void>
  /** Fills the sign-in form that is on screen, of this page or another, and sends it. */
  fillSignIn(password?: string, on?: Page, account?: string): Promise<void>
  /** Signs out through the menu behind the avatar. */
  signOut(): Promise<void>
  /** Lets so many seconds pass for the server, whose option `clock` is set; the browser's clock stays. */
  passes(seconds: number): Promise<void>
  /** The last requests of the page that got no answer, and why. */
  readonly unanswered: readonly string[]
  /** What the server wrote to its terminal, the last of it. */
  heard(): string
  /** Ends everything; throws when the page failed somewhere on the way. */
  close(): Promise<void>
}

export interface RigOptions {
  /** With the demo network of simulated devices. */
  demo?: boolean
  lang?: 'zh' | 'en'
  theme?: 'light' | 'dark'
  /** Its clock can be set. */
  clock?: boolean
  /** More flags for the program. */
  flags?: readonly string[]
}

/** One user journey: a file `<name>.e2e.ts` exports it as `journey`. */
export interface Journey {
  readonly title: string
  readonly options?: RigOptions
  run(rig: Rig): Promise<void>
}

const password = 'Journey-2026'
const startLimit = 60_000
/** A step that shows nothing for so long fails; a busy machine takes its time. */
const stepLimit = 30_000

export async function openRig({
  demo = false,
  lang = 'zh',
  theme = 'light',
  clock = false,
  flags = [],
}: RigOptions = {}): Promise<Rig> {
  const data = await mkdtemp(join(tmpdir(), 'belvedere-journey-'))
  const faults = innerFaults(data)
  const server = await startServer(data, [...(demo ? [] : ['--no-demo']), ...flags], clock ? faults.env('server') : {})
  let passed = 0
  const browser = await launchBrowser()
  const failures: string[] = []
  const unanswered: string[] = []
  const page = await openPage(browser, failures, lang, theme)
  page.context().on('requestfailed', (request) => {
    const at = new Date().toISOString().slice(11, 23)
    unanswered.push(`${at} ${request.failure()?.errorText} ${request.method()} ${request.url()}`)
    unanswered.splice(0, unanswered.length - 10)
  })
  return {
    url: server.url,
    page,
    passes: (seconds) => faults.clockShows('server', (passed += seconds)),
    unanswered,
    heard: server.heard,
    databaseUrl: databaseUrlOf(data),
    signIn: () => signIn(page, server.url),
    fillSignIn: (typed = password, on = page, account = 'admin') => fillSignIn(on, typed, account),
    signOut: () => signOut(page),
    async close() {
      // a browser that died must not leave the server running
      await browser.close().catch((error: Error) => failures.push(error.message))
      const { exitCode, signalCode } = server.child
      if (exitCode !== null || signalCode) failures.push(`the server ended with ${signalCode ?? exitCode}`)
      await ended(server.child, 'SIGTERM').catch((error: Error) => failures.push(error.message))
      await rm(data, { recursive: true, force: true })
      if (failures.length > 0) throw new Error(`the page failed: ${failures.join('; ')}`)
    },
  }
}

/** The folder of its socket is the fifth line the postmaster writes. */
function databaseUrlOf(data: string): string {
  const lines = readFileSync(join(data, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')
  return `postgres://belvedere@localhost/belvedere?host=${encodeURIComponent(lines[4] ?? '')}`
}

async function openPage(browser: Browser, failures: string[], lang: string, theme: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    colorScheme: theme as 'light' | 'dark',
  })
  await context.addInitScript(
    (lang) => localStorage.getItem('belvedere.lang') ?? localStorage.setItem('belvedere.lang', lang),
    lang,
  )
  const page = await context.newPage()
  page.setDefaultTimeout(stepLimit)
  page.on('pageerror', (error) => failures.push(error.message))
  page.on('console', (message) => {
    // a refused style or script is a broken promise of the content security policy
    if (message.type() === 'error' && message.text().includes('Content Security Policy')) failures.push(message.text())
  })
  return page
}

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await fillSignIn(page, password)
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
}

async function fillSignIn(page: Page, typed: string, account = 'admin'): Promise<void> {
  await page.getByLabel(/^(账号|Account)$/).fill(account)
  await page.getByLabel(/^(密码|Password)$/).fill(typed)
  await page.keyboard.press('Enter')
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /账户菜单|Account menu/ }).click()
  await page.getByRole('menuitem', { name: /退出登录|Sign out/ }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^(退出|Sign out)$/ })
    .click()
}

interface Started {
  url: string
  child: ChildProcess
  /** The last it wrote to its terminal. */
  heard(): string
}

function startServer(data: string, more: readonly string[], inner: Record<string, string>): Promise<Started> {
  const main = join(import.meta.dirname, '../server/main.ts')
  const ports = ['port', 'device-port', 'enrol-port', 'file-port', 'shell-port', 'remote-port'].flatMap((name) => [
    `--${name}`,
    '0',
  ])
  const flags = ['--data', data, '--log-level', 'error', ...ports, ...more]
  const env = { ...process.env, ...inner, BELVEDERE_ADMIN_PASSWORD: password }
  const child = startProgram([main, ...flags], { env })
  return new Promise((resolve, reject) => {
    let heard = ''
    const timer = setTimeout(() => fail('it did not start in time'), startLimit)
    const fail = (why: string) => {
      clearTimeout(timer)
      child.kill('SIGKILL')
      reject(new Error(`server: ${why}\n${heard}`))
    }
    const keep = (text: Buffer) => (heard = (heard + text).slice(-20_000))
    const hear = (text: Buffer) => {
      keep(text)
      const url = /https?:\/\/127\.0\.0\.1:\d+/.exec(heard)?.[0]
      if (!url) return
      clearTimeout(timer)
      resolve({ url, child, heard: () => heard })
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', keep)
    child.on('exit', (code) => fail(`it ended with ${code}`))
  })
}
