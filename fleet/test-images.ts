import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** For tests: images at `/files/…`, a refusal at `/gone/…`, and elsewhere a redirect to the files. */
export interface TestImages {
  readonly port: number
  stop(): Promise<void>
}

export async function serveImages(): Promise<TestImages> {
  const serve: RequestListener = ({ url = '' }, reply) => {
    if (url.startsWith('/files/')) return void reply.end(Buffer.alloc(200_000, 'firmware'))
    if (url.startsWith('/gone/')) return void reply.writeHead(403).end('gone')
    reply.writeHead(302, { location: `/files${url}` }).end()
  }
  const server = createServer(serve)
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
