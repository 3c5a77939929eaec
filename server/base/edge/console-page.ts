import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Output of the console's build: the files of the screen at each address. */
interface FirstLoads {
  screens: { pattern: string; files: string[] }[]
}

/**
 * The console's one page as a function of the address, with preload hints for the files of its screen: the browser fetches them
 * concurrently instead of discovering them one after the other, which takes most of the time on a slow line. `dist` is the folder of the
 * built console; throws when it is incomplete.
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
