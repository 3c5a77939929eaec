import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { publicHost } from '../../base/settings/config.ts'
import { dialInPortSubject } from '../../devices/gateway.ts'
import { HttpRefusal } from '../../devices/transfer/answer.ts'
import type { EnrolRequest } from './enrol-request.ts'

const agentFile = join(import.meta.dirname, '../../../agent/dist/agent.mjs')
const scriptFile = join(import.meta.dirname, 'install.sh')

/** The script with our address, ports and pin. The address is the one that the host used for this request. */
export async function sendInstallScript({ system, pki, request, reply }: EnrolRequest): Promise<void> {
  const { bus, config } = system
  const [, host = publicHost(config)] = /^\[?([\w.:-]+?)\]?(?::\d+)?$/.exec(request.headers.host ?? '') ?? []
  const values: Record<string, string> = {
    HOST: host,
    ENROL_PORT: String(request.socket.localPort ?? config['enrol-port']),
    PORT: String(await bus.request<number>(dialInPortSubject, {}, 2000)),
    PIN: pki.pin,
  }
  const text = (await readFile(scriptFile, 'utf8')).replace(/@(\w+)@/g, (place, name: string) => values[name] ?? place)
  reply.writeHead(200, { 'content-type': 'text/x-shellscript; charset=utf-8', 'cache-control': 'no-store' })
  reply.end(text)
}

export async function sendAgent({ reply }: EnrolRequest): Promise<void> {
  const info = await stat(agentFile).catch(() => undefined)
  if (!info) throw new HttpRefusal(503, { zh: '代理程序尚未构建', en: 'The agent has not been built on this server' })
  reply.writeHead(200, {
    'content-type': 'text/javascript; charset=utf-8',
    'content-length': info.size,
    'cache-control': 'no-store',
  })
  await pipeline(createReadStream(agentFile), reply).catch(() => reply.destroy())
}
