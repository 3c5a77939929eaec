import assert from 'node:assert/strict'
import { launchBrowser } from './browser.ts'
import { startProduct } from './kit/product.ts'
import { pause, until } from './kit/wait.ts'
import { watchHere, watchHosts } from './kit/hosts/watched-host.ts'
import type { Proof } from './proof.ts'

// proves: 24

const sizes = [
  { width: 1920, height: 1080 },
  { width: 3840, height: 2160 },
]
/** Bytes the heap may differ by between two rounds: garbage that is not yet collected, not growth. */
const NOISE = 3_000_000

export const proof: Proof = {
  title: 'The wall shows all at both sizes without scrolling, jumps to a new critical alarm, and outlives its server',
  async run(say) {
    const product = await startProduct({ flags: watchHere })
    const browser = await launchBrowser()
    try {
      const session = await product.signIn()
      const scene = 'Harbour'
      const { id } = await session.ask<{ id: number }>('POST scene', { name: scene, lat: 53.54, lng: 9.98 })
      const hosts = await watchHosts(session, id, ['Gate AP'])
      const context = await browser.newContext({ viewport: sizes[0] })
      await context.addInitScript(() => localStorage.setItem('belvedere.lang', 'en'))
      const page = await context.newPage()
      page.setDefaultTimeout(30_000)
      await page.goto(`${product.url}/overview`)
      await page.getByLabel('Account').fill('admin')
      await page.getByLabel('Password', { exact: true }).fill('Journey-2026')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: /Wall display/ }).waitFor()
      await page.getByRole('region', { name: 'At a glance' }).getByText('/ 1').first().waitFor()
      await page.getByRole('img', { name: 'Map of scenes' }).getByText(scene).waitFor()

      for (const size of sizes) {
        await page.setViewportSize(size)
        await pause(300)
        await until(`all of it is on ${size.width} pixels`, 5_000, async () => {
          const over = await page.evaluate(outside)
          assert.deepEqual(over, [])
          return true
        })
      }
      await page.setViewportSize(sizes[0] as (typeof sizes)[0])

      // a new critical alarm draws it to its scene
      hosts.stop()
      const card = page.getByRole('region', { name: scene })
      await card.getByText(/New critical alarm/).waitFor()

      const heap = async () => {
        const tools = await context.newCDPSession(page)
        await tools.send('HeapProfiler.collectGarbage')
        const { usedSize } = (await tools.send('Runtime.getHeapUsage')) as { usedSize: number }
        await tools.detach()
        return usedSize
      }
      const goRound = async () => {
        for (let turn = 0; turn < 12; turn++) {
          await page.keyboard.press('ArrowRight')
          await pause(120)
        }
        return heap()
      }
      await goRound()
      const [before, after] = [await goRound(), await goRound()]
      say(`heap after two rounds of twelve turns: ${mb(before)} and ${mb(after)} MB`)
      assert.ok(after - before < NOISE, 'the heap does not grow with the round')

      // the server is killed; loaded data stays, with its time
      await product.end('SIGKILL')
      await page.getByText(/Data of \d\d:\d\d:\d\d, reconnecting/).waitFor()
      await page.getByRole('region', { name: 'Open alarms' }).getByText('Gate AP').first().waitFor()
      await product.start()
      await page.getByText(/Data of .*, reconnecting/).waitFor({ state: 'detached', timeout: 60_000 })
    } finally {
      await browser.close()
      await product.close()
    }
  },
}

const mb = (bytes: number) => (bytes / 1e6).toFixed(1)

/** In the browser: what reaches over the edge, and whether the page scrolls. */
function outside(): string[] {
  const { scrollHeight, scrollWidth } = document.documentElement
  const over = [...document.querySelectorAll('main section, main header')].filter((element) => {
    const { right, bottom } = element.getBoundingClientRect()
    return right > innerWidth + 1 || bottom > innerHeight + 1
  })
  return [
    ...(scrollHeight > innerHeight || scrollWidth > innerWidth ? ['it scrolls'] : []),
    ...over.map((element) => element.getAttribute('aria-label') ?? element.tagName),
  ]
}
