import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

/** Names the browser to use instead of the ones found here. */
const asked = process.env.CHROME
const installed = '/usr/bin/chromium'
/** Of the package below; each version unpacks into a folder of its own. */
const packedVersion = '153.0.0'

/** A headless Chromium: the one `CHROME` names, the system's, or the one inside an npm package. Throws when none starts. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = asked ?? (existsSync(installed) ? installed : undefined)
  if (executablePath) return chromium.launch({ executablePath, args: ['--no-sandbox'] })
  return launchPacked()
}

async function launchPacked(): Promise<Browser> {
  // It unpacks into the temporary folder; a folder for each version keeps an older browser from being taken for it.
  const folder = join(tmpdir(), `belvedere-chromium-${packedVersion}`)
  await mkdir(folder, { recursive: true })
  process.env.TMPDIR = folder
  const { default: packed } = await import('@sparticuz/chromium')
  return chromium.launch({ executablePath: await packed.executablePath(), args: packed.args })
}
