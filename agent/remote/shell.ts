import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { accessSync, constants, realpathSync } from 'node:fs'
import { readlink } from 'node:fs/promises'
import { homedir } from 'node:os'
import type { Words } from '@belvedere/contract/kit/text.ts'
import { number } from '../loose.ts'
import { pythonTerminal } from '../install/python-terminal.ts'
import { readText } from '../host/read-file.ts'
import { CommandRefusal } from '../refusal.ts'
import { hasTool, runTool, toolEnv } from '../host/run-tool.ts'

export interface ShellNews {
  session: string
  /** Base64 of the terminal output. */
  data?: string
  closed?: true
  exit?: number
}

export interface Shells {
  /** Returns a notice for the user when the terminal is not a real one. */
  open(params: Record<string, unknown>): Words | undefined
  write(params: Record<string, unknown>): void
  resize(params: Record<string, unknown>): Promise<void>
  close(session: unknown): void
  closeAll(): void
}

const mostShells = 8
const largestWrite = 64 * 1024
const idleMs = 30 * 60_000
// Enough for a screen of fast output in one message, small enough for a slow connection.
const largestPiece = 48 * 1024
const gatherMs = 12

interface Shell {
  child: ChildProcessWithoutNullStreams
  idle: NodeJS.Timeout
  size: { cols: number; rows: number }
}

/**
 * Remote shells. `backlog` returns the number of bytes in the send buffer, so that a flood of output is stopped at its source.
 */
export function makeShells(news: (news: ShellNews) => void, backlog: () => number): Shells {
  const shells = new Map<string, Shell>()
  const get = (session: unknown): Shell => {
    const shell = typeof session === 'string' ? shells.get(session) : undefined
    if (!shell) throw new CommandRefusal({ zh: '远程终端已关闭', en: 'This remote shell is closed' })
    shell.idle.refresh()
    return shell
  }
  const close = (session: unknown) => end(get(session).child)
  return {
    open: (params) => {
      const session = sessionOf(params.session)
      if (shells.has(session))
        throw new CommandRefusal({ zh: '会话编号已在使用', en: 'This session is open already' }, {}, 1)
      if (shells.size >= mostShells)
        throw new CommandRefusal({ zh: '远程终端过多', en: 'Too many remote shells are open' }, {}, 1)
      const size = sizeOf(params)
      const { child, remark } = startShell(size)
      shells.set(session, { child, size, idle: setTimeout(() => end(child), idleMs) })
      forward(child, (data) => news({ session, data }), backlog)
      child.once('close', (code) => {
        clearTimeout(shells.get(session)?.idle)
        shells.delete(session)
        news({ session, closed: true, exit: code ?? -1 })
      })
      return remark
    },
    write: (params) => {
      const { child } = get(params.session)
      const data = typeof params.data === 'string' ? Buffer.from(params.data, 'base64') : Buffer.alloc(0)
      if (data.length > largestWrite || child.stdin.writableLength > 1 << 20) {
        throw new CommandRefusal({ zh: '输入过快', en: 'The input comes too fast' }, {}, 1)
      }
      child.stdin.write(data)
    },
    resize: async (params) => {
      const shell = get(params.session)
      shell.size = sizeOf(params)
      await resizeTerminal(shell)
    },
    close,
    closeAll: () => {
      for (const { child } of shells.values()) end(child)
    },
  }
}

function sessionOf(value: unknown): string {
  if (typeof value === 'string' && /^[\w-]{1,64}$/.test(value)) return value
  throw new CommandRefusal({ zh: '会话编号无效', en: 'The session name is not valid' }, {}, 1)
}

function sizeOf(params: Record<string, unknown>): { cols: number; rows: number } {
  const within = (value: unknown, otherwise: number) =>
    Math.min(500, Math.max(2, Math.floor(number(value) ?? otherwise)))
  return { cols: within(params.cols, 80), rows: within(params.rows, 24) }
}

const noTerminal = {
  zh: '本机没有 script 和 python3，无法建立伪终端：只有简单的输入输出',
  en: 'This host has neither script nor python3 for a pseudo-terminal: plain input and output only',
}

/**
 * A login shell on a pseudo-terminal of util-linux `script`, else of python3. Without both it uses plain pipes, without editing
 * and full-screen programs; the notice says so.
 */
function startShell(size: { cols: number; rows: number }): { child: ChildProcessWithoutNullStreams; remark?: Words } {
  const program = loginShell()
  const environment = { ...process.env, PATH: toolEnv().PATH, TERM: 'xterm-256color', SHELL: program }
  const options = { cwd: homedir(), env: environment, detached: true }
  const sized = `stty cols ${size.cols} rows ${size.rows} 2>/dev/null; exec ${program} -l`
  if (hasUtilLinuxScript()) return { child: spawn('script', ['-qefc', sized, '/dev/null'], options) }
  if (hasTool('python3')) return { child: spawn('python3', ['-c', pythonTerminal, sized], options) }
  return { child: spawn('/bin/sh', ['-c', `exec ${program} -i 2>&1`], options), remark: noTerminal }
}

// The script of busybox supports neither -e nor a command with arguments.
function hasUtilLinuxScript(): boolean {
  const found = toolEnv()
    .PATH?.split(':')
    .map((folder) => `${folder}/script`)
    .find(isExecutable)
  return found !== undefined && !realpathSync(found).endsWith('busybox')
}

function loginShell(): string {
  const named = process.env.SHELL ?? ''
  return /^\/[\w./-]+$/.test(named) && isExecutable(named) ? named : '/bin/sh'
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function forward(child: ChildProcessWithoutNullStreams, send: (data: string) => void, backlog: () => number): void {
  let waiting: Buffer[] = []
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    timer = undefined
    const all = Buffer.concat(waiting)
    waiting = []
    for (let at = 0; at < all.length; at += largestPiece) send(all.subarray(at, at + largestPiece).toString('base64'))
    if (backlog() > 512 * 1024) pause()
  }
  const pause = () => {
    child.stdout.pause()
    const wait = setInterval(() => {
      if (backlog() > 128 * 1024) return
      clearInterval(wait)
      child.stdout.resume()
    }, 50)
  }
  const take = (chunk: Buffer) => {
    waiting.push(chunk)
    timer ??= setTimeout(flush, gatherMs)
  }
  child.stdout.on('data', take)
  child.stderr.on('data', take)
  child.stdin.on('error', () => undefined)
  child.on('error', (error) => take(Buffer.from(`${error.message}\r\n`)))
  child.once('close', flush)
}

// Closing the terminal sends a hangup to its programs; a program that ignores it is killed with its group.
function end(child: ChildProcessWithoutNullStreams): void {
  child.stdin.end()
  signal(child.pid, 'SIGHUP')
  setTimeout(() => signal(child.pid, 'SIGKILL'), 2000).unref()
}

function signal(pid: number | undefined, name: 'SIGHUP' | 'SIGKILL'): void {
  try {
    if (pid) process.kill(-pid, name)
  } catch {
    // Ended already.
  }
}

// The pseudo-terminal belongs to `script`; the shell has its other end as standard input.
async function resizeTerminal({ child, size }: Shell): Promise<void> {
  const shell = (await readText(`/proc/${child.pid}/task/${child.pid}/children`))?.trim().split(' ')[0]
  const terminal = shell ? await readlink(`/proc/${shell}/fd/0`).catch(() => '') : ''
  if (!terminal.startsWith('/dev/pts/')) return
  await runTool('stty', ['-F', terminal, 'cols', String(size.cols), 'rows', String(size.rows)])
}
