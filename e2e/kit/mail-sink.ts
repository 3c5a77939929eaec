import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

export interface SunkMail {
  readonly to: readonly string[]
  /** As it travelled, headers and body. */
  readonly raw: string
}

export interface MailSink {
  readonly port: number
  readonly mails: readonly SunkMail[]
  close(): Promise<void>
}

/** A mail server that takes everything and delivers nothing. */
export async function startMailSink(): Promise<MailSink> {
  const mails: SunkMail[] = []
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => open.delete(socket))
    talk(socket, mails)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    mails,
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function talk(socket: Socket, mails: SunkMail[]): void {
  let rest = ''
  let to: string[] = []
  let data: string[] | undefined
  const hear = (line: string) => {
    if (data) {
      if (line !== '.') return void data.push(line)
      mails.push({ to, raw: data.join('\r\n') })
      ;[to, data] = [[], undefined]
      return void socket.write('250 taken\r\n')
    }
    const [, address] = /^RCPT TO:<(.*)>/i.exec(line) ?? []
    if (address !== undefined) to.push(address)
    if (/^DATA/i.test(line)) data = []
    socket.write(data ? '354 go on\r\n' : /^QUIT/i.test(line) ? '221 bye\r\n' : '250 ok\r\n')
  }
  socket.write('220 sink\r\n')
  socket.on('data', (piece) => {
    const lines = (rest + piece.toString('latin1')).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) hear(line)
  })
}
