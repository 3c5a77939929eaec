import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { AddressList, placeOf } from '../../base/edge/address.ts'
import { crowdOf } from '../../base/edge/crowd.ts'
import type { RunningGateway } from '../../devices/gateway.ts'
import { guardServer } from '../../base/edge/guard-socket.ts'
import type { System } from '../../kernel/implement.ts'
import type { Pki } from '../../base/keys/pki.ts'
import { addressOf, behindProxies } from '../../base/edge/proxy-protocol.ts'
import { countRate } from '../../base/edge/rate.ts'
import { isPeerGone } from '../../kernel/database/recognise-error.ts'
import { deviceCiphers } from '../../base/edge/tls-ciphers.ts'
import { answer, HttpRefusal } from '../../devices/transfer/answer.ts'
import { enrolHost } from './enrol-host.ts'
import type { EnrolRequest } from './enrol-request.ts'
import { sendAgent, sendInstallScript } from './install.ts'
import { renewHost } from './renew-host.ts'
import { sendPackage } from './send-package.ts'
import { takeUpload } from './take-upload.ts'

interface EnrolRoute {
  readonly method: string
  readonly path: string
  /** Requests per minute from one address. */
  readonly perMinute: number
  take(requested: EnrolRequest): Promise<void>
}

const routes: readonly EnrolRoute[] = [
  { method: 'GET', path: '/install.sh', perMinute: 120, take: sendInstallScript },
  { method: 'GET', path: '/agent.mjs', perMinute: 120, take: sendAgent },
  { method: 'POST', path: '/enrol', perMinute: 30, take: enrolHost },
  // hosts of a site reconnect together after an outage, each with two requests
  { method: 'POST', path: '/renew', perMinute: 300, take: renewHost },
  // the devices of a site share one public address
  { method: 'PUT', path: '/upload/', perMinute: 3000, take: takeUpload },
  { method: 'GET', path: '/package/', perMinute: 3000, take: sendPackage },
  { method: 'HEAD', path: '/package/', perMinute: 3000, take: sendPackage },
]

/** Connections from one address and in total. */
const CROWD = { idle: 64, each: 500, all: 1000 }

const tlsOf = (cert: string, key: string) => ({
  cert,
  key,
  minVersion: 'TLSv1.2' as const,
  ciphers: deviceCiphers,
})

/** The certificate for all clients, and beside an operator's certificate our own for agents that request it by name. */
function show(server: Server, { gatewayCert, gatewayKey, forAgents }: Pki): void {
  server.setSecureContext(tlsOf(gatewayCert, gatewayKey))
  const { certificate, key, serverName } = forAgents
  if (certificate !== gatewayCert) server.addContext(serverName, tlsOf(certificate, key))
}

/** TLS without client certificates: hosts identify us by the pin of our key. */
export async function openListener(system: System, pki: Pki): Promise<RunningGateway> {
  const rate = countRate()
  const server = guardServer(
    createServer(
      {
        handshakeTimeout: 15_000,
        headersTimeout: 15_000,
        requestTimeout: 300_000,
        keepAliveTimeout: 5000,
        maxHeaderSize: 8192,
      },
      (request, reply) => void serve(request, reply),
    ),
  )
  crowdOf(server, CROWD, () => false)
  behindProxies(server, new AddressList(system.config['device-proxy']))
  show(server, pki)
  const stopRenewal = pki.onRenewed(() => show(server, pki))

  const serve = async (request: IncomingMessage, reply: ServerResponse) => {
    request.on('error', () => reply.destroy())
    const address = addressOf(request.socket)
    const path = (request.url ?? '').split('?')[0] ?? ''
    try {
      const route = routes.find(
        (one) =>
          one.method === request.method && (one.path.endsWith('/') ? path.startsWith(one.path) : path === one.path),
      )
      if (!route) throw new HttpRefusal(404, { zh: '没有这个地址', en: 'There is nothing at this address' })
      const seconds = rate(`${route.path} ${placeOf(address)}`, route.perMinute)
      if (seconds)
        throw new HttpRefusal(429, { zh: '请求过于频繁，请稍后再试', en: 'Too many requests; try again later' })
      await route.take({ system, pki, request, reply, rest: path.slice(route.path.length), address })
    } catch (error) {
      refuse(system, reply, error)
    }
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(system.config['enrol-port'], system.config.host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      stopRenewal()
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeIdleConnections()
      // running requests may end; slow connections are closed
      const cut = setTimeout(() => server.closeAllConnections(), 3000)
      await closed
      clearTimeout(cut)
    },
  }
}

function refuse({ log }: System, reply: ServerResponse, error: unknown): void {
  if (error instanceof HttpRefusal)
    return answer(reply, error.status, { msg: `${error.words.zh} / ${error.words.en}` }, true)
  if (isPeerGone(error)) return void reply.destroy()
  log.error({ error: String((error as Error)?.stack ?? error) }, 'enrolment listener')
  answer(reply, 503, { msg: '服务暂不可用 / not available at the moment' }, true)
}
