import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { Journey } from './rig.ts'

// proves: 24

export const journey: Journey = {
  title: 'A telephone of 360 px: sign in, a scene, a device rebooted, pull to refresh, no network, sign out',
  options: { demo: true },
  async run({ url, page: desktop, fillSignIn }) {
    const context = await desktop
      .context()
      .browser()
      ?.newContext({
        viewport: { width: 360, height: 740 },
        hasTouch: true,
        isMobile: true,
        locale: 'zh-CN',
      })
    assert(context)
    const page = await context.newPage()
    page.setDefaultTimeout(30_000)
    await page.goto(`${url}/mid`)
    await fits(page, 'signing in')
    await fillSignIn(undefined, page)

    const scenes = page.getByRole('main').getByRole('button')
    await scenes.filter({ hasText: '湖畔酒店' }).waitFor()
    await fits(page, 'scenes')
    await scenes.filter({ hasText: '湖畔酒店' }).tap()
    await page.waitForURL(/tab=devices/)
    await page.getByText(/场景：湖畔酒店/).waitFor()
    await page.getByLabel('名称、序列号或地址').fill('firewall')
    const device = scenes.filter({ hasText: '酒店出口防火墙' })
    await page.getByText('共 1 项').waitFor()
    await fits(page, 'devices')
    await device.tap()

    const sheet = page.getByRole('dialog')
    await sheet.getByRole('button', { name: '重启' }).tap()
    await sheet
      .getByText(/将失去连接|不会影响|未发现会受影响/)
      .first()
      .waitFor()
    await fits(page, 'the consequence of a reboot')
    await sheet.getByRole('button', { name: '重启' }).tap()
    await sheet.getByText(/正在重启，稍后会重新上线/).waitFor()
    await sheet.getByRole('button', { name: '关闭' }).tap()
    await sheet.waitFor({ state: 'detached' })

    const asked = page.waitForRequest(/device\/all/)
    await pullDown(page)
    await asked

    await context.setOffline(true)
    await page.getByText(/数据停留在 \d\d:\d\d/).waitFor()
    await context.setOffline(false)
    await page.getByText(/数据停留在/).waitFor({ state: 'detached' })

    await page.getByRole('button', { name: '告警' }).tap()
    await page.getByText('暂无未处理的告警').waitFor()
    await page.getByRole('button', { name: '我的' }).tap()
    await fits(page, 'me')
    await page.getByRole('button', { name: '退出登录' }).tap()
    await sheet.getByRole('button', { name: '退出' }).tap()
    await page.getByLabel('账号').waitFor()
    assert.equal(new URL(page.url()).pathname, '/mid')
    await context.close()
  },
}

/** Nothing is wider than the screen, and whatever can be touched is large enough. */
async function fits(page: Page, what: string): Promise<void> {
  const { wide, small } = await page.evaluate(() => {
    const boxes = [...document.querySelectorAll('button, a[href], input, [role=tab]')].map((one) => ({
      name: one.textContent || one.getAttribute('aria-label') || one.outerHTML.slice(0, 60),
      box: one.getBoundingClientRect(),
    }))
    return {
      wide: document.documentElement.scrollWidth - innerWidth,
      small: boxes.filter(({ box }) => box.width > 0 && Math.min(box.width, box.height) < 44).map(({ name }) => name),
    }
  })
  assert.deepEqual({ wide: Math.max(0, wide), small }, { wide: 0, small: [] }, what)
}

/** A finger from the top of the page to its middle. */
async function pullDown(page: Page): Promise<void> {
  const finger = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 180, y }] })
  await touch('touchStart', 200)
  for (let y = 220; y <= 420; y += 20) await touch('touchMove', y)
  await touch('touchEnd')
}
