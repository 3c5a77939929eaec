import assert from 'node:assert/strict'
import type { RunOptions } from 'axe-core'
import type { Browser } from 'playwright-core'
import { findRoutes, type Route } from './kit/routes.ts'
import { lengthen, roomFaults } from './kit/page-room.ts'
import { wordFaults } from './kit/page-words.ts'
import { openVisitor, type Theme, type Visitor } from './kit/visitor.ts'
import type { Journey } from './rig.ts'

// proves: 17, 19, 21, 22

/** The rules of axe that a change of theme can break. */
const colours: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } }

export const journey: Journey = {
  title: 'Every address: axe, policy, origin, words, room, in both themes and languages',
  options: { demo: true },
  async run({ url, page, signIn }) {
    await signIn()
    await checkPolicy(url)
    await page.goto(`${url}/global/device`)
    await page.locator('tbody tr').nth(9).waitFor()
    const storage = await page.context().storageState()
    const browser = page.context().browser()
    assert.ok(browser)
    await page.goto(`${url}/favicon.svg`)
    const routes = await findRoutes()
    const inside = routes.filter(({ isPublic }) => !isPublic)
    const outside = routes.filter(({ isPublic }) => isPublic)
    const found: string[] = []
    await seesFaults(browser, url)
    const tour = async (lang: 'zh' | 'en', signedIn: boolean) => {
      const visitor = await openVisitor(browser, { url, lang, ...(signedIn && { storage }) })
      for (const route of signedIn ? inside : outside) found.push(...(await look(visitor, route, lang)))
      if (lang === 'en') for (const route of signedIn ? inside : outside) found.push(...(await squeeze(visitor, route)))
      await visitor.close()
    }
    // two at a time: one waits for the server while the other paints
    await Promise.all([tour('zh', true), tour('en', true)])
    await Promise.all([tour('zh', false), tour('en', false)])
    const thumb = async (lang: 'zh' | 'en') => {
      const visitor = await openVisitor(browser, { url, lang, storage, width: 360, height: 740 })
      found.push(...(await lookAtTabs(visitor, lang)))
      await visitor.close()
    }
    await Promise.all([thumb('zh'), thumb('en')])
    console.log(`  ${routes.length} addresses`)
    assert.equal(found.length, 0, summary(found))
  },
}

/** One line for each kind of finding, with the first address it was met at. */
function summary(found: readonly string[]): string {
  const kinds = new Map<string, string[]>()
  for (const text of found) {
    const [, where = '', what = text] = /^(\S+ \(\w+\)) (?:light |dark )?(.*)$/s.exec(text) ?? []
    kinds.set(what, [...(kinds.get(what) ?? []), where])
  }
  const lines = [...kinds].map(
    ([what, where]) => `${where[0]}${where.length > 1 ? ` and ${where.length - 1} more` : ''}: ${what}`,
  )
  return `${found.length} findings\n${lines.slice(0, 80).join('\n')}`
}

/** Faults put there on purpose are found: a check that finds nothing may be blind. */
async function seesFaults(browser: Browser, url: string): Promise<void> {
  const visitor = await openVisitor(browser, { url, lang: 'en' })
  await visitor.visit('/login')
  await visitor.page.evaluate(() => {
    const bad = document.createElement('button')
    bad.append('undefined')
    bad.style.cssText = 'position: fixed; left: 1300px; width: 400px; color: #eee; background: #fff'
    const chinese = document.createElement('p')
    chinese.append('设备')
    document.querySelector('main')?.append(bad, chinese)
    // the content security policy refuses it, and reports that
    document.body.append(Object.assign(document.createElement('script'), { text: 'void 0' }))
  })
  const all = [
    await visitor.axe(colours),
    await wordFaults(visitor.page, 'en', visitor.data),
    await roomFaults(visitor.page),
    visitor.faults(),
  ].flat()
  for (const sign of [
    /axe color-contrast/,
    /shows undefined/,
    /not en: 设备/,
    /reaches from 1300/,
    /Content Security Policy/,
  ])
    assert.ok(
      all.some((text) => sign.test(text)),
      `${sign} was not found among ${all.join('; ')}`,
    )
  await visitor.close()
}

async function checkPolicy(url: string): Promise<void> {
  const policy = (await fetch(url)).headers.get('content-security-policy') ?? ''
  assert.match(policy, /default-src 'self'/)
  assert.doesNotMatch(policy, /unsafe-inline|unsafe-eval|\*|https?:/)
}

/** One address in one language and both themes. */
async function look(visitor: Visitor, { path }: Route, lang: 'zh' | 'en'): Promise<string[]> {
  await visitor.visit(path)
  return (await lookHere(visitor, lang)).map((text) => `${path} (${lang}) ${text}`)
}

async function lookHere(visitor: Visitor, lang: 'zh' | 'en'): Promise<string[]> {
  const themes: Theme[] = lang === 'zh' ? ['light', 'dark'] : ['dark', 'light']
  const found = await wordFaults(visitor.page, lang, visitor.data)
  for (const [n, theme] of themes.entries()) {
    await visitor.paint(theme)
    const findings = await visitor.axe(n === 0 ? {} : colours)
    found.push(...findings.map((text) => `${theme} ${text}`))
  }
  return [...found, ...(await roomFaults(visitor.page)), ...visitor.faults()]
}

/** The telephone's page, tab by tab. */
async function lookAtTabs(visitor: Visitor, lang: 'zh' | 'en'): Promise<string[]> {
  await visitor.visit('/mid')
  const tabs = visitor.page.getByRole('navigation').getByRole('button')
  const found: string[] = []
  for (let n = 0; n < (await tabs.count()); n++) {
    await tabs.nth(n).click()
    await visitor.rest()
    found.push(...(await lookHere(visitor, lang)).map((text) => `/mid#${n} (${lang}) ${text}`))
  }
  return found
}

/** The same with longer texts, on a desk and on a telephone. */
async function squeeze(visitor: Visitor, { path }: Route): Promise<string[]> {
  const found: string[] = []
  await visitor.visit(path)
  for (const width of [1440, 390]) {
    await visitor.page.setViewportSize({ width, height: 844 })
    // elements without room in a narrow window are removed with the next frame
    await visitor.page.evaluate(
      () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
    )
    await visitor.rest()
    await lengthen(visitor.page)
    found.push(...(await roomFaults(visitor.page)))
  }
  await visitor.page.setViewportSize({ width: 1440, height: 900 })
  found.push(...visitor.faults())
  return found.map((text) => `${path} (longer) ${text}`)
}
