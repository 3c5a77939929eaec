import assert from 'node:assert/strict'
import { demoIsWhole } from './kit/demo.ts'
import { findRoutes } from './kit/routes.ts'
import { openVisitor, type Visitor } from './kit/visitor.ts'
import type { Journey } from './rig.ts'

// proves: 12

const list = '[role=region] table[aria-rowcount]'

export const journey: Journey = {
  title: 'Every list tells nothing there, nothing found and failed apart, and leads on',
  options: { demo: true },
  async run({ url, page, signIn }) {
    await signIn()
    await demoIsWhole(url)
    const storage = await page.context().storageState()
    const browser = page.context().browser()
    assert.ok(browser)
    await page.goto(`${url}/favicon.svg`)
    const visitor = await openVisitor(browser, { url, lang: 'zh', storage })
    const lists = await findLists(visitor)
    assert.ok(lists.length > 5, `lists at ${lists.join()}`)
    for (const path of lists) await at(path, () => findsNothing(visitor, path))
    await visitor.page.route(/\/api\/v1\/(?!user\/profile|scene\/option|menu|live)/, (route) => route.abort())
    for (const path of lists) await at(path, () => fails(visitor, path))
    await visitor.close()
  },
}

/** Names the address in what went wrong there. */
async function at(path: string, work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) => {
    throw new Error(`${path}: ${(error as Error).message}`, { cause: error })
  })
}

/** Addresses with a list: an empty one shows a text. */
async function findLists({ page, visit }: Visitor): Promise<string[]> {
  const found: string[] = []
  for (const { path } of (await findRoutes()).filter(({ isPublic, planned }) => !isPublic && !planned)) {
    await visit(path)
    if ((await page.locator(list).count()) === 0) continue
    found.push(path)
    const rows = await page.locator('[data-row]').count()
    if (rows === 0)
      assert.match(await page.locator('main').innerText(), /还没有|暂无/, `${path} is empty without a word`)
  }
  return found
}

async function findsNothing({ page, visit }: Visitor, path: string): Promise<void> {
  await visit(path)
  const box = page.getByRole('main').getByRole('searchbox')
  if ((await box.count()) === 0) return
  await box.fill('zzqq-nothing')
  await page.getByText('没有符合条件的数据').waitFor()
  await page.getByRole('button', { name: '清除筛选条件' }).click()
  await page.getByText('没有符合条件的数据').waitFor({ state: 'detached' })
}

async function fails({ page, visit }: Visitor, path: string): Promise<void> {
  await visit('/account/info')
  await visit(path)
  await page.getByRole('main').getByRole('button', { name: '重试' }).first().waitFor()
}
