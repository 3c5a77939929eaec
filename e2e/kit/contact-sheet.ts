import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'

const perSheet = 12

/** Writes `sheet-<kind>-<n>.jpg` for the pictures in a folder, a dozen on each, and answers their paths. */
export async function contactSheets(browser: Browser, dir: string): Promise<string[]> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.jpg') && !name.startsWith('sheet-')).sort()
  const kinds = new Map<string, string[]>()
  for (const name of names) {
    const kind = name.slice(0, name.indexOf('_'))
    kinds.set(kind, [...(kinds.get(kind) ?? []), name])
  }
  const written: string[] = []
  const page = await browser.newPage({ viewport: { width: 1920, height: 1200 } })
  for (const [kind, all] of kinds) {
    for (let at = 0; at < all.length; at += perSheet) {
      const path = join(dir, `sheet-${kind}-${at / perSheet + 1}.jpg`)
      await page.setContent(await sheetOf(dir, all.slice(at, at + perSheet), kind.endsWith('phone')))
      await page.screenshot({ path, type: 'jpeg', quality: 80, fullPage: true })
      written.push(path)
    }
  }
  await page.close()
  return written
}

async function sheetOf(dir: string, names: readonly string[], narrow: boolean): Promise<string> {
  const cells = await Promise.all(
    names.map(async (name) => {
      const data = (await readFile(join(dir, name))).toString('base64')
      return `<figure><img src="data:image/jpeg;base64,${data}"><figcaption>${name}</figcaption></figure>`
    }),
  )
  const style = `body{margin:8px;display:grid;grid-template-columns:repeat(${narrow ? 6 : 3},1fr);gap:8px;background:#777;font:13px sans-serif}
    figure{margin:0}img{width:100%;display:block}`
  return `<style>${style}</style>${cells.join('')}`
}
