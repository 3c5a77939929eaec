import type { IncomingMessage } from 'node:http'
import { WebSocket, WebSocketServer } from 'ws'
import { openWebSocket } from '../../../base/edge/guard-socket.ts'
import type { System } from '../../../kernel/implement.ts'
import { defineUpgrade } from '../../../kernel/discovery/upgrade.ts'
import { takeShell } from './shells.ts'
import type { ShellSession } from './shell-session.ts'

/** Maximum bytes of one message of a browser. */
const MOST_MESSAGE = 256 << 10
/** Maximum unread bytes of a slow browser before its shell is closed. */
const MOST_UNREAD = 8 << 20
const path = '/api/v1/device/remote/'

const sockets = new WebSocketServer({ noServer: true, maxPayload: MOST_MESSAGE, perMessageDeflate: false })

/**
 * A browser connects to its shell: `<path><session>?ticket=<ticket>`. Binary messages are the terminal's bytes, in both
 * directions. Text messages are JSON: the browser's `{"resize":{"cols":80,"rows":24}}`, the server's last one
 * `{"closed":true,"exit":0,"why":""}`.
 */
export const attachShell = defineUpgrade<System>({
  path,
  take(request, socket, head) {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://shell')
    const ticket = searchParams.get('ticket') ?? ''
    const shell = isOwnOrigin(request) ? takeShell(pathname.slice(path.length), ticket) : undefined
    if (!shell) return void socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n')
    openWebSocket(sockets, [request, socket, head], (browser) => connect(shell, browser))
  },
})

/** A page of another site cannot open a terminal, even with a ticket. Programs send no origin. */
const isOwnOrigin = ({ headers: { origin, host } }: IncomingMessage) =>
  origin === undefined || URL.parse(origin)?.host === host

function connect(shell: ShellSession, browser: WebSocket): void {
  browser.on('error', () => browser.terminate())
  browser.on('close', () => shell.close('left'))
  browser.on('message', (data: Buffer, binary) => (binary ? shell.write(data) : obey(shell, data)))
  shell.attach({
    show(bytes) {
      if (browser.bufferedAmount > MOST_UNREAD) shell.close('unread')
      else if (browser.readyState === WebSocket.OPEN) browser.send(bytes)
    },
    closed(exit, why) {
      if (browser.readyState === WebSocket.OPEN) browser.send(JSON.stringify({ closed: true, exit, why }))
      browser.close(1000)
    },
  })
}

function obey(shell: ShellSession, data: Buffer): void {
  try {
    const { cols, rows } = (JSON.parse(data.toString('utf8')) as { resize: { cols: number; rows: number } }).resize
    const within = (value: number, least: number, most: number) =>
      Number.isInteger(value) && value >= least && value <= most
    if (within(cols, 2, 500) && within(rows, 2, 200)) shell.resize(cols, rows)
  } catch {
    // an unknown message is ignored
  }
}
