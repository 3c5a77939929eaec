import pg from 'pg'
import type { Page } from 'playwright-core'

const track = 310 - 40
const steps = 10

/** Drags the piece of the puzzle on screen into its gap, as a user would; the position of the gap is only in the store. */
export async function solvePuzzle(page: Page, databaseUrl: string): Promise<void> {
  const handle = page.locator('[data-handle]')
  await page.getByRole('dialog').locator('img').nth(1).waitFor()
  const { gap, travel } = await lastGap(databaseUrl)
  const box = await handle.boundingBox()
  if (!box) throw new Error('the handle is not on screen')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let step = 1; step <= steps; step++) {
    await page.mouse.move(x + ((gap / travel) * track * step) / steps, y + (step % 3))
    // the height of the drag is sampled every 50 ms
    await page.waitForTimeout(60)
  }
  await page.mouse.up()
}

/** The puzzle that was drawn last. */
async function lastGap(databaseUrl: string): Promise<{ gap: number; travel: number }> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ gap: number }>('select gap from captcha order by expires_at desc limit 1')
    return { gap: rows[0]?.gap ?? 0, travel: 310 - 65 }
  } finally {
    await client.end()
  }
}
