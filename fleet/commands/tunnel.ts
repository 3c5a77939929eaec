import type { PendingCommand } from './command.ts'
import type { CommandedDevice } from '../device/commanded-device.ts'
import { runLine } from './small-shell.ts'

/** Most connections of one device at a time, and characters of a request. */
const most = 48
const longest = 16_384

/** The received part of the request, by connection, of each device. */
const links = new WeakMap<CommandedDevice, Map<string, string>>()

/** A simulated host has one service: a status page at its port 80. */
export const tunnelCommands = {
  'x-belvedere.tunnel.open': ({ device, params, answer }: PendingCommand) => {
    const open = links.get(device) ?? new Map<string, string>()
    links.set(device, open)
    if (params.port !== 80) return answer(2, 'Cannot connect: ECONNREFUSED')
    if (open.size >= most) return answer(1, 'Too many tunnels are open')
    open.set(String(params.session), '')
    answer(0, '')
  },
  'x-belvedere.tunnel.write': ({ device, params, answer }: PendingCommand) => {
    const session = String(params.session)
    const open = links.get(device)
    const before = open?.get(session)
    if (before === undefined) return answer(2, 'This tunnel is closed')
    answer(0, '')
    const request = before + Buffer.from(String(params.data ?? ''), 'base64').toString('latin1')
    if (!request.includes('\r\n\r\n') && request.length < longest) return void open?.set(session, request)
    open?.set(session, '')
    tell(device, { session, data: Buffer.from(pageFor(device, request)).toString('base64') })
  },
  'x-belvedere.tunnel.ack': ({ answer }: PendingCommand) => answer(0, ''),
  'x-belvedere.tunnel.close': ({ device, params, answer }: PendingCommand) => {
    links.get(device)?.delete(String(params.session))
    answer(0, '')
  },
}

function tell(device: CommandedDevice, payload: Record<string, unknown>): void {
  const event = [Math.floor(Date.now() / 1000), { type: 'belvedere.tunnel', payload }]
  device.send('event', { data: { event } })
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function pageFor(device: CommandedDevice, request: string): string {
  const isHome = /^(GET|HEAD) \/(\?\S*)? /.test(request)
  const parts = ['uptime', 'free', 'ip addr'].map(
    (line) => `<h2>${line}</h2><pre>${escaped(runLine(device, line).text)}</pre>`,
  )
  const body = isHome
    ? `<!doctype html><meta charset="utf-8"><title>${device.node.hostname}</title><h1>${device.node.hostname} (simulated)</h1>${parts.join('')}`
    : 'not found\n'
  const head = [
    `HTTP/1.1 ${isHome ? '200 OK' : '404 Not Found'}`,
    `content-type: ${isHome ? 'text/html' : 'text/plain'}; charset=utf-8`,
    `content-length: ${Buffer.byteLength(body)}`,
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}
