import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { demoIsWhole } from './kit/demo.ts'
import { comesTrue } from './kit/wait.ts'
import type { Journey } from './rig.ts'

// proves: 18

/** A list, a form-like page, a page of panels, and one that is planned. */
const paths = ['/config/device/ap', '/scene/manage/list', '/account/info', '/maintenance/log/sys', '/data/overview']
const enough = 250

export const journey: Journey = {
  title: 'The keyboard alone: sign in, reach and see everything, add a scene, open a device, sign out',
  options: { demo: true },
  async run({ url, page }) {
    await page.goto(`${url}/login`)
    await page.getByLabel('账号', { exact: true }).waitFor()
    await comesTrue(page, () => document.activeElement?.getAttribute('name') === 'account')
    await page.keyboard.type('admin')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Journey-2026')
    await page.keyboard.press('Enter')
    await page.waitForURL((at) => !at.pathname.startsWith('/login'))
    await demoIsWhole(url)
    for (const path of paths) await reachesAll(page, url + path)
    await addsScene(page, url)
    await signsOut(page)
  },
}

/** Tab meets every control in sight, and each shows that it is the one. */
async function reachesAll(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.locator('main h1').waitFor()
  await comesTrue(page, () => !document.querySelector('.shimmer, main .later'))
  const wanted = await page.evaluate(() => {
    // colours are compared where they end
    const still = new CSSStyleSheet()
    still.replaceSync('* { transition: none !important }')
    document.adoptedStyleSheets.push(still)
    const controls = document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex="0"]')
    const inSight = [...controls].filter(
      (control) =>
        control.checkVisibility({ visibilityProperty: true }) && control.tabIndex >= 0 && !control.matches(':disabled'),
    )
    for (const [n, control] of inSight.entries()) control.dataset.reach = String(n)
    return inSight.length
  })
  const reached = new Set<string>()
  for (let n = 0; n < enough && reached.size < wanted; n++) {
    await page.keyboard.press('Tab')
    const { reach, isSeen, name } = await page.evaluate(lookAtFocus)
    if (reach !== undefined) reached.add(reach)
    assert.ok(isSeen, `${address}: nothing shows that the keyboard is at ${name}`)
  }
  const missed = await page.evaluate(
    (reached) =>
      [...document.querySelectorAll<HTMLElement>('[data-reach]')]
        .filter((one) => !reached.includes(one.dataset.reach ?? ''))
        .map((one) => one.outerHTML.slice(0, 120)),
    [...reached],
  )
  assert.equal(missed.length, 0, `${address}: Tab does not reach\n${missed.join('\n')}`)
}

/** In the browser: the element the keyboard is at, and whether it or its frame looks otherwise than without the keyboard. */
function lookAtFocus() {
  const at = document.activeElement as HTMLElement | null
  if (!at || at === document.body) return { reach: undefined, isSeen: true, name: 'the page' }
  const frames = [at, at.parentElement, at.parentElement?.parentElement, at.closest('label')]
  const look = () =>
    frames.map((one) => {
      if (!one) return ''
      const { outline, boxShadow, borderColor, backgroundColor, clip, position } = getComputedStyle(one)
      return [outline, boxShadow, borderColor, backgroundColor, clip, position].join()
    })
  const withKeyboard = look().join()
  at.blur()
  const without = look().join()
  at.focus()
  return { reach: at.dataset.reach, isSeen: withKeyboard !== without, name: at.outerHTML.slice(0, 160) }
}

async function addsScene(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/scene/manage/list`)
  const add = page.getByRole('main').getByRole('button', { name: '添加场景' })
  await add.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await comesTrue(page, () => document.activeElement?.matches('[role=dialog] input') === true)
  await page.keyboard.type('键盘场景')
  await page.keyboard.press('Enter')
  await page.getByRole('row', { name: /键盘场景/ }).waitFor()
}

async function signsOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /账户菜单/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menu').waitFor()
  await comesTrue(page, () => document.activeElement?.getAttribute('role') === 'menu')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: '退出' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/login/)
}
