import { productTitle } from '@belvedere/web/kit/words/brand.ts'
import type { Page } from 'playwright-core'
import { pause } from './wait.ts'

/** Every text a reader meets on the page: what is written, and what fields, pictures and controls are called. */
async function wordsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>()
    const isSeen = (element: Element) => element.checkVisibility() && !element.closest('[lang]:not(html)')
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      if (
        node.nodeValue?.trim() &&
        parent &&
        isSeen(parent) &&
        !['SCRIPT', 'STYLE', 'NOSCRIPT'].includes(parent.tagName)
      )
        found.add(node.nodeValue.trim())
    }
    for (const element of document.body.querySelectorAll('*')) {
      if (!isSeen(element)) continue
      for (const name of ['aria-label', 'placeholder', 'title', 'alt', 'data-tip', 'aria-description']) {
        const text = element.getAttribute(name)?.trim()
        if (text) found.add(text)
      }
    }
    return [document.title, ...found]
  })
}

const raw = /\bundefined\b|\[object \w+\]|\bNaN\b|Invalid Date|\{[a-z_]+\}|\bInfinity\b/
const han = /[\u3400-\u9fff]/
/** Four words of a sentence; names of products and units rarely reach that. */
const sentence = /\b[A-Za-z][a-z]+(?: (?:[a-z]+|[A-Z][a-z]+)){3,}/

/** What no reader of this language should meet, in words; `data` may be in any language. */
export async function wordFaults(page: Page, lang: 'zh' | 'en', data: ReadonlySet<string>): Promise<string[]> {
  if ((await faultsNow(page, lang, data)).length === 0) return []
  // a name that came this moment may be on the page before it is known here: what is a fault stays one
  await pause(500)
  return faultsNow(page, lang, data)
}

async function faultsNow(page: Page, lang: 'zh' | 'en', data: ReadonlySet<string>): Promise<string[]> {
  // the window's title ends with the product's, which has one language
  const words = (await wordsOf(page)).map((text) => text.replace(productTitle, ''))
  const isData = (text: string) => [...data].some((given) => given !== '' && (given === text || text.includes(given)))
  const wrong = lang === 'en' ? (text: string) => han.test(without(text, data)) : isForeign
  return [
    ...words.filter((text) => raw.test(text)).map((text) => `shows ${text.slice(0, 120)}`),
    ...words
      .filter((text) => wrong(text) && !(lang === 'zh' && isData(text)))
      .map((text) => `not ${lang}: ${without(text, data).slice(0, 120)}`),
  ]
}

const isForeign = (text: string) => sentence.test(text) && !han.test(text)

function without(text: string, data: ReadonlySet<string>): string {
  if (!han.test(text)) return text
  let left = text
  for (const given of [...data].sort((a, b) => b.length - a.length))
    if (han.test(given)) left = left.replaceAll(given, '')
  return left
}
