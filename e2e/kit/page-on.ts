import type { Browser, Page } from 'playwright-core'
import { PASSWORD, type Product } from './product.ts'

/** A page of the console of a product, signed in as the administrator. */
export async function pageOn(browser: Browser, { url }: Product, lang: 'zh' | 'en'): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  page.setDefaultTimeout(30_000)
  await page.addInitScript(
    (lang) => localStorage.getItem('belvedere.lang') ?? localStorage.setItem('belvedere.lang', lang),
    lang,
  )
  await page.goto(url)
  await page.getByLabel(/^(账号|Account)$/).fill('admin')
  await page.getByLabel(/^(密码|Password)$/).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL((now) => !now.pathname.startsWith('/login'))
  return page
}

/** The same page in another language. */
export async function speak(page: Page, lang: 'zh' | 'en'): Promise<void> {
  await page.evaluate((lang) => localStorage.setItem('belvedere.lang', lang), lang)
  await page.reload()
}
