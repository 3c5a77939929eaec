import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'

/** Names the browser to use instead of the ones found here. */
const asked = process.env.CHROME
const installed = '/usr/bin/chromium'
/** Of the package below; each version unpacks into a folder of its own. */
const packedVersion = '153.0.0'

/** As root it has no sandbox. What its packers add for their own clouds is left out: with it a page may hang or end all others. */
const args = ['--no-sandbox']

/** A headless Chromium: the one `CHROME` names, the system's, or the one inside an npm package. Throws when none starts. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await findBrowser(), args })
}

/** The same with a profile of its own in a folder, and a port where other tools than Playwright reach it. */
export async function launchProfile(dir: string, port: number): Promise<BrowserContext> {
  const executablePath = await findBrowser()
  return chromium.launchPersistentContext(dir, { executablePath, args: [...args, `--remote-debugging-port=${port}`] })
}

async function findBrowser(): Promise<string> {
  return asked ?? (existsSync(installed) ? installed : await unpackBrowser())
}

/**
 * Unpacks into the temporary folder, under a name of its own for each version. Several processes may do so at once: each
 * unpacks into a folder of its own, and the first one gives it the name.
 */
async function unpackBrowser(): Promise<string> {
  const folder = join(tmpdir(), `belvedere-chromium-${packedVersion}`)
  if (!existsSync(folder)) {
    const own = await mkdtemp(`${folder}-`)
    await unpackInto(own)
    await rename(own, folder).catch(async (error: unknown) => {
      await rm(own, { recursive: true, force: true })
      if (!existsSync(folder)) throw error
    })
  }
  return join(folder, 'chromium')
}

/** The package unpacks into the temporary folder of its process. */
async function unpackInto(folder: string): Promise<void> {
  const before = process.env.TMPDIR
  process.env.TMPDIR = folder
  const { default: packed } = await import('@sparticuz/chromium')
  await packed.executablePath()
  if (before === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = before
}
