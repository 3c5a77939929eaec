import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { build } from 'vite'

const origin = 'http://widgets.test'
/** Headers that the server sends with the console. */
const policy = "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'self'"
const types: Record<string, string> = { js: 'text/javascript', css: 'text/css' }

/** Builds one module as a page and opens it behind the console's Content-Security-Policy, without a server. */
export async function servePage(page: Page, module: string): Promise<void> {
  const files = await buildPage(module)
  const headers = { 'content-security-policy': policy }
  await page.route(`${origin}/**`, (route) => {
    const path = new URL(route.request().url()).pathname
    const body = files.get(path.slice(1))
    const contentType = types[path.split('.').at(-1) ?? ''] ?? 'text/html'
    return body === undefined ? route.fulfill({ status: 404 }) : route.fulfill({ body, contentType, headers })
  })
  await page.goto(`${origin}/index.html`)
}

async function buildPage(module: string): Promise<Map<string, string | Buffer>> {
  const built = await build({
    configFile: join(import.meta.dirname, '../vite.config.ts'),
    logLevel: 'error',
    // one file: the chunks of the console are defined for its own entries
    build: {
      write: false,
      manifest: false,
      copyPublicDir: false,
      rolldownOptions: { input: module, output: { codeSplitting: false } },
    },
  })
  const outputs = [built].flat().flatMap((result) => ('output' in result ? result.output : []))
  const files = new Map(
    outputs.map((file) => [file.fileName, file.type === 'chunk' ? file.code : Buffer.from(file.source)]),
  )
  const entry = outputs.find((file) => file.type === 'chunk' && file.isEntry)?.fileName
  const styles = outputs.filter((file) => file.fileName.endsWith('.css'))
  const links = styles.map((file) => `<link rel="stylesheet" href="/${file.fileName}">`).join('')
  const head = `<!doctype html><html lang="zh" data-theme="light"><head><title>${dirname(module)}</title>${links}</head>`
  files.set(
    'index.html',
    `${head}<body><div id="root"></div><script type="module" src="/${entry}"></script></body></html>`,
  )
  return files
}
