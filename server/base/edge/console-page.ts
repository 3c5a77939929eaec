import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the console's build says: the files of the screen at each address. */
interface FirstLoads {
  screens: { pattern: string; files: string[] }[]
}

/**
 * The console's one page as a function of the address, with hints on the files its screen will need: the browser fetches
 * them all at once instead of finding one behind the other, which on a slow line is most of the waiting. `dist` is the
 * folder of the built console; throws when it is not whole.
 */
export function consolePage(dist: string): (url: string) => string {
  const html = readFileSync(join(dist, 'index.html'), 'utf8')
  const { screens } = JSON.parse(readFileSync(join(dist, '.vite/first-loads.json'), 'utf8')) as FirstLoads
  const pages = screens.map(({ pattern, files }) => ({ pattern: new RegExp(pattern), page: withHints(html, files) }))
  return (url) => {
    const path = url.split('?')[0] ?? url
    return pages.find(({ pattern }) => pattern.test(path))?.page ?? html
  }
}

function withHints(html: string, files: readonly string[]): string {
  const hints = files.map((file) => `<link rel="modulepreload" crossorigin fetchpriority="low" href="/${file}">`)
  return html.replace('</head>', `${hints.join('')}</head>`)
}
