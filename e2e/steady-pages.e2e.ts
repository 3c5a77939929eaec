import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { demoIsWhole } from './kit/demo.ts'
import { comesTrue, until } from './kit/wait.ts'
import type { Journey } from './rig.ts'

// proves: 11

/** Pages that come with rows, a banner, groups: what could push what. */
const paths = ['/config/device/ap', '/global/device', '/scene/manage/list', '/maintenance/log/sys', '/account/safe']
const most = 0.05

export const journey: Journey = {
  title: 'Pages stand still while they fill; a skeleton has the shape of rows and waits before it shows',
  options: { demo: true },
  async run({ url, page, signIn }) {
    await page.addInitScript(() => {
      const seen = { shift: 0 }
      Object.assign(window, { seen })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
          if (!entry.hadRecentInput) seen.shift += entry.value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await signIn()
    await demoIsWhole(url)
    for (const path of paths) {
      await page.goto(url + path)
      await page.locator('main h1').waitFor()
      await comesTrue(page, () => !document.querySelector('.shimmer, main .later'))
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)))
      const shift = await page.evaluate(() => (window as unknown as { seen: { shift: number } }).seen.shift)
      assert.ok(shift < most, `${path} shifted by ${shift.toFixed(3)}`)
    }
    await waits(page, url)
  },
}

async function waits(page: Page, url: string): Promise<void> {
  const free = Promise.withResolvers<void>()
  await page.route(/\/api\/v1\/device\/ap\?/, async (route) => {
    await free.promise
    await route.continue()
  })
  // what is seen of the first skeleton when it has just come, and when it has been there for a while
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      const bone = document.querySelector('main .shimmer')
      if (!bone) return
      watch.disconnect()
      Object.assign(window, {
        atFirst: getComputedStyle(bone).opacity,
        row: bone.parentElement?.parentElement?.offsetHeight,
      })
    })
    watch.observe(document, { childList: true, subtree: true })
  })
  await page.goto(`${url}/config/device/ap`)
  const bone = page.locator('main .shimmer').first()
  await bone.waitFor({ state: 'attached' })
  await until('the skeleton is seen', 15_000, () =>
    bone.evaluate((element) => getComputedStyle(element).opacity === '1'),
  )
  const { atFirst, row } = await page.evaluate(() => {
    const { atFirst, row } = window as unknown as { atFirst: string; row: number }
    return { atFirst, row }
  })
  assert.equal(atFirst, '0', 'a skeleton is not seen at once')
  free.resolve()
  await page
    .locator('tbody tr')
    .filter({ hasText: /[0-9a-f]{12}/ })
    .first()
    .waitFor()
  const filled = await page
    .locator('tbody tr')
    .filter({ hasText: /[0-9a-f]{12}/ })
    .first()
    .evaluate((tr) => (tr as HTMLElement).offsetHeight)
  assert.ok(Math.abs(filled - row) <= 1, `a row of the skeleton is ${row} px high, a row of data ${filled}`)
}
