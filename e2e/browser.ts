import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'

/** Names the browser to use instead of the ones found here. */
const asked = process.env.CHROME
const installed = '/usr/bin/chromium'
/** Of the package below; each version unpacks into a folder of its own. */
const packedVersion = '153.0.0'

/** A headless Chromium: the one `CHROME` names, the system's, or the one inside an npm package. Throws when none starts. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch(await browserHow())
}

/** The same with a profile of its own in a folder, and a port where other tools than Playwright reach it. */
export async function launchProfile(dir: string, port: number): Promise<BrowserContext> {
  const { executablePath, args } = await browserHow()
  return chromium.launchPersistentContext(dir, { executablePath, args: [...args, `--remote-debugging-port=${port}`] })
}

async function browserHow(): Promise<{ executablePath: string; args: string[] }> {
  const executablePath = asked ?? (existsSync(installed) ? installed : undefined)
  return executablePath ? { executablePath, args: ['--no-sandbox'] } : packedHow()
}

/** It unpacks into the temporary folder; a folder for each version keeps an older browser from being taken for it. */
async function packedHow() {
  const before = process.env.TMPDIR
  const folder = join(tmpdir(), `belvedere-chromium-${packedVersion}`)
  await mkdir(folder, { recursive: true })
  process.env.TMPDIR = folder
  const { default: packed } = await import('@sparticuz/chromium')
  const executablePath = await packed.executablePath()
  if (before === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = before
  // in a single process, as its makers run it, the end of one page can be the end of all
  return { executablePath, args: packed.args.filter((arg) => arg !== '--single-process') }
}
