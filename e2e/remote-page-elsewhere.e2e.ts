import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { MakerPki } from '@belvedere/server/base/keys/test-maker-pki.ts'
import { launchBrowser } from './browser.ts'
import { makeHost } from './kit/hosts/linux-host.ts'
import { type Product, startProduct } from './kit/product.ts'
import { holds, same } from './kit/same.ts'
import { until } from './kit/wait.ts'
import type { Proof } from './proof.ts'

const WITHIN = 30_000

/** A proxy that ends TLS for `t<port>.localhost` and passes everything on to that port. */
async function startTlsProxy(dir: string) {
  const { cert, key } = new MakerPki(dir).make('tunnel', { kind: 'server', names: ['DNS:*.localhost'] })
  const server = createTlsServer({ cert, key }, (socket) => {
    const up = connect(Number(/^t(\d+)\./.exec(String(socket.servername))?.[1]), '127.0.0.1')
    socket.pipe(up).pipe(socket)
    for (const one of [socket, up]) one.on('error', () => {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}

async function startPage() {
  const server = createServer((request, reply) => {
    if (request.url === '/next') return void reply.end('<h1>the next page</h1>')
    reply.setHeader('content-type', 'text/html')
    reply.end('<h1>page of the host</h1><a href="/next">next</a>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, close: () => (server.closeAllConnections(), server.close()) }
}

export const proof: Proof = {
  title: 'A page of a host opens from the console in a browser at the address of a TLS proxy, which is another site',
  async run(say) {
    const dir = await mkdtemp(join(tmpdir(), 'belvedere-elsewhere-'))
    const proxy = await startTlsProxy(dir)
    const page = await startPage()
    const product = await startProduct({
      flags: ['--tunnel-url', `https://t{port}.localhost:${proxy.port}`, '--trust-proxy', '127.0.0.1'],
    })
    const host = await makeHost()
    try {
      say(await opens(product, host, page.port))
    } finally {
      await host.close()
      await product.close()
      page.close()
      proxy.close()
      await rm(dir, { recursive: true, force: true })
    }
  },
}

async function opens(product: Product, host: Awaited<ReturnType<typeof makeHost>>, port: number): Promise<string> {
  const session = await product.signIn()
  const { id: scene_id } = await session.ask('POST scene', { name: 'Edge' })
  const { command } = await session.ask('POST device/enrol/token', { scene_id, name: 'Edge router' })
  void host.paste(command)
  const device = async () => (await session.ask('GET device/all', { scene_id })).list[0]
  await until('the host is online', WITHIN, async () => (await device())?.online === 1)
  const { id } = await device()
  const way = await session.ask('POST device/command/remote/custom', { id, port, minutes: 5 })
  const browser = await launchBrowser()
  try {
    const context = await browser.newContext({ ignoreHTTPSErrors: true })
    const tab = await context.newPage()
    await tab.goto(product.url)
    // as the link of the dialog does: what begins it is the console, another site
    await tab.evaluate((url) => void (location.href = url), way.origin + way.path)
    const shown = () => tab.textContent('h1', { timeout: 1000 })
    await until('the page is shown', WITHIN, async () => (await shown()) === 'page of the host')
    holds(`it is at ${way.origin}, not at ${tab.url()}`, tab.url() === `${way.origin}/`)
    await tab.click('a')
    await until('the next page is shown', WITHIN, async () => (await shown()) === 'the next page')
    const [cookie] = await context.cookies(way.origin)
    same('its cookie', [cookie?.sameSite, cookie?.secure, cookie?.httpOnly], ['Strict', true, true])
    return `shown at ${way.origin}`
  } finally {
    await browser.close()
  }
}
