import type { Page } from 'playwright-core'

/** Makes every text a third longer, as other languages are; once each. Data in tables stays as it is. */
export function lengthen(page: Page): Promise<void> {
  return page.evaluate(() => {
    const done = ((window as { lengthened?: WeakSet<Node> }).lengthened ??= new WeakSet<Node>())
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.nodeValue ?? ''
      if (!text.trim() || done.has(node) || node.parentElement?.closest('td, script, style, noscript, svg')) continue
      // words of usual length: a row of letters without a break would ask for room that no language asks for
      const more = 'longer '.repeat(Math.ceil(text.length / 3 / 7)).slice(0, Math.ceil(text.length / 3))
      node.nodeValue = `${text} ${more}`.trimEnd()
      done.add(node)
    }
  })
}

/** What does not find room at the page's width, in words: the page itself scrolling sideways, and controls that stick out. */
export function roomFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const faults: string[] = []
    const wide = document.documentElement.scrollWidth
    if (wide > width + 1) faults.push(`${wide} px wide at ${width}`)
    const scrolls = (element: Element) =>
      ['auto', 'scroll', 'hidden', 'clip'].includes(getComputedStyle(element).overflowX)
    const isKept = (element: Element) => {
      for (let up = element.parentElement; up && up !== document.body; up = up.parentElement)
        if (scrolls(up) && up.getBoundingClientRect().right <= width + 1) return true
      return false
    }
    for (const control of document.querySelectorAll('button, a, input, select, textarea, h1')) {
      const { right, left, width: own } = control.getBoundingClientRect()
      if (own === 0 || !control.checkVisibility() || (right <= width + 1 && left >= -1) || isKept(control)) continue
      if (getComputedStyle(control).position === 'absolute') continue
      const name = control.getAttribute('aria-label') ?? control.textContent ?? control.tagName
      faults.push(
        `at ${width} px “${name.trim().slice(0, 40)}” reaches from ${Math.round(left)} to ${Math.round(right)}`,
      )
    }
    return faults
  })
}
