import type { CommandedDevice } from '../device/commanded-device.ts'
import { runLine } from './small-shell.ts'

const mostShells = 8

interface LiveShell {
  line: string
}

export type ShellPayload = { session: string } & ({ data: string } | { closed: true; exit: number })

/** Remote shells of a simulated device: a line editor for its few commands. */
export class LiveShells {
  readonly #device: CommandedDevice
  #shells: Map<string, LiveShell> | undefined

  readonly #tell: (payload: ShellPayload) => void

  constructor(device: CommandedDevice, tell: (payload: ShellPayload) => void) {
    this.#device = device
    this.#tell = tell
  }

  /** Returns a reason when it cannot be opened. */
  open(session: unknown): string | undefined {
    const shells = (this.#shells ??= new Map())
    if (typeof session !== 'string' || !/^[\w-]{1,64}$/.test(session)) return 'The session name is not valid'
    if (shells.has(session)) return 'This session is open already'
    if (shells.size >= mostShells) return 'Too many remote shells are open'
    shells.set(session, { line: '' })
    const { node } = this.#device
    this.#show(
      session,
      `Welcome to ${node.model.vendor} ${node.model.model} (simulated). Type help for the commands.\r\n${this.#prompt()}`,
    )
    return undefined
  }

  has(session: unknown): session is string {
    return typeof session === 'string' && (this.#shells?.has(session) ?? false)
  }

  write(session: string, data: Buffer): void {
    for (const key of data.toString('utf8').slice(0, 65_536)) this.#press(session, key)
  }

  close(session: string, exit = 0): void {
    if (this.#shells?.delete(session)) this.#tell({ session, closed: true, exit })
  }

  closeAll(): void {
    this.#shells = undefined
  }

  #press(session: string, key: string): void {
    const shell = this.#shells?.get(session)
    if (!shell) return
    if (key === '\r' || key === '\n') return this.#enter(session, shell)
    if (key === '\x04') return this.close(session)
    if (key === '\x03') {
      shell.line = ''
      return this.#show(session, `^C\r\n${this.#prompt()}`)
    }
    if (key === '\x7f' || key === '\b') {
      if (shell.line === '') return
      shell.line = shell.line.slice(0, -1)
      return this.#show(session, '\b \b')
    }
    if (key < ' ' || shell.line.length > 1024) return
    shell.line += key
    this.#show(session, key)
  }

  #enter(session: string, shell: LiveShell): void {
    const line = shell.line.trim()
    shell.line = ''
    this.#show(session, '\r\n')
    if (line === 'exit' || line === 'logout') return this.close(session)
    const { text } = line === '' ? { text: '' } : runLine(this.#device, line)
    this.#show(session, text.replaceAll('\n', '\r\n') + this.#prompt())
  }

  #prompt(): string {
    return `root@${this.#device.node.hostname}:~# `
  }

  #show(session: string, text: string): void {
    this.#tell({ session, data: Buffer.from(text, 'utf8').toString('base64') })
  }
}
