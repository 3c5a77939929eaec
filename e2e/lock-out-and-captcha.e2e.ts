import assert from 'node:assert/strict'
import { solvePuzzle } from './kit/puzzle.ts'
import type { Journey } from './rig.ts'

export const journey: Journey = {
  title: 'Wrong passwords bring the puzzle, then a lock-out that says how long; afterwards the right one comes in',
  options: { clock: true },
  async run({ url, page, databaseUrl, fillSignIn, passes }) {
    await page.goto(`${url}/login`)
    await fillSignIn('wrong-password-1')
    await page.getByText('账号或密码错误').waitFor()
    for (let failures = 2; failures <= 4; failures++) {
      await fillSignIn(`wrong-password-${failures}`)
      await solvePuzzle(page, databaseUrl)
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.getByText('账号或密码错误').waitFor()
    }
    await fillSignIn('wrong-password-5')
    await solvePuzzle(page, databaseUrl)
    const told = page.getByText(/登录失败次数过多，请 \d+ 秒后再试/)
    await told.waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await fillSignIn()
    await told.waitFor()
    assert.equal(await page.getByRole('dialog').count(), 0, 'nobody drags a puzzle in vain')
    const seconds = Number(/\d+/.exec(await told.innerText())?.[0])
    assert.ok(seconds > 30 && seconds <= 60, `a minute is left, not ${seconds} s`)
    assert.match(page.url(), /\/login/, 'the right password does not help meanwhile')

    await passes(61)
    await fillSignIn()
    await solvePuzzle(page, databaseUrl)
    await page.waitForURL((at) => !at.pathname.startsWith('/login'))
  },
}
