import type { Page } from 'playwright-core'
import { comesTrue, until } from './kit/wait.ts'
import type { Journey } from './rig.ts'

// proves: 18

export const journey: Journey = {
  title: 'After a failed try, sign in by keyboard alone: a question instead of the picture',
  async run({ url, page, fillSignIn }) {
    await page.goto(`${url}/login`)
    await fillSignIn('wrong-password-1')
    await page.getByRole('alert').first().waitFor()
    await fillSignIn()
    await page.getByRole('dialog', { name: '安全验证' }).waitFor()
    await tabTo(page, '无法拖动？改为回答问题')
    await page.keyboard.press('Enter')

    const first = await question(page)
    // the answer can be typed at once
    await comesTrue(page, () => document.activeElement?.tagName === 'INPUT')
    await page.keyboard.type('不知道')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').filter({ hasText: '回答不正确' }).waitFor()
    let asked = await question(page, first)
    for (let tries = 0; answerTo(asked) === undefined && tries < 10; tries++) {
      await tabTo(page, '换一个问题')
      await page.keyboard.press('Enter')
      asked = await question(page, asked)
    }
    await page.getByLabel('答案').focus()
    await page.keyboard.type(answerTo(asked) ?? '')
    await page.keyboard.press('Enter')
    await page.waitForURL((at) => !at.pathname.startsWith('/login'))
  },
}

async function tabTo(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).waitFor()
  await comesTrue(page, () => document.activeElement?.closest('[role=dialog]') !== null)
  for (let presses = 0; presses < 12; presses++) {
    if ((await page.evaluate(() => document.activeElement?.textContent)) === name) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the Tab key does not reach “${name}”`)
}

/** The question on screen, once it is another one than before. */
async function question(page: Page, before = ''): Promise<string> {
  const text = page.getByRole('dialog').locator('p[aria-live]')
  return until('a question comes', 15_000, async () => {
    const now = (await text.innerText()).trim()
    return now === before ? '' : now
  })
}

const digits = '零一二三四五六七八九'
const numberOf = (words: string) => {
  const [tens = '', ones = ''] = words.includes('十') ? words.split('十') : ['', words]
  return digits.indexOf(tens || '零') * 10 + Math.max(0, digits.indexOf(ones || '零'))
}

/** What anybody would answer who can count; undefined for questions that need to know the world. */
function answerTo(asked: string): string | undefined {
  const sum = /^([一二三四五六七八九十]+)([加减])([一二三四五六七八九])等于/.exec(asked)
  if (sum) return String(numberOf(sum[1] ?? '') + (sum[2] === '加' ? 1 : -1) * numberOf(sum[3] ?? ''))
  const place = /第([一二三四五])个：(.+)。/.exec(asked)
  return place?.[2]?.split('、')[digits.indexOf(place[1] ?? '') - 1]
}
