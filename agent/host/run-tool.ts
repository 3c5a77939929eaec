import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

export interface Ran {
  /** Exit status 0 and output not truncated. */
  ok: boolean
  /** Exit status; -1 when it was killed or could not start. */
  code: number
  out: string
  err: string
  /** The tool is not installed. */
  missing: boolean
  timedOut: boolean
  /** Output beyond `max` was dropped. */
  cut: boolean
}

export interface ToolOptions {
  /** Milliseconds, 10 s by default. */
  timeout?: number
  /** Bytes kept of each stream, 4 MB by default. */
  max?: number
  env?: Record<string, string>
  cwd?: string
  /** Kill the whole process group at the timeout; for tools that start child processes. */
  group?: boolean
}

// A service manager may start the agent with a PATH without the sbin folders of the network tools.
const folders = [
  ...(process.env.PATH ?? '').split(delimiter),
  '/usr/local/sbin',
  '/usr/sbin',
  '/sbin',
  '/usr/bin',
  '/bin',
]
const searchPath = [...new Set(folders.filter((folder) => folder.startsWith('/')))].join(delimiter)

/** The environment of every tool: a complete PATH and untranslated output. */
export function toolEnv(): NodeJS.ProcessEnv {
  return { ...process.env, PATH: searchPath, LC_ALL: 'C' }
}

/** True when a tool is on the path and executable. */
export function hasTool(name: string): boolean {
  return searchPath.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/** Runs one tool without a shell, bounded in time and output; never throws. */
export function runTool(command: string, args: readonly string[], options: ToolOptions = {}): Promise<Ran> {
  const { timeout = 10_000, max = 4 << 20, group = false } = options
  const child = spawn(command, [...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...toolEnv(), ...options.env },
    cwd: options.cwd,
    detached: group,
  })
  const state = { out: bucket(max), err: bucket(max), timedOut: false }
  child.stdout.on('data', state.out.take)
  child.stderr.on('data', state.err.take)
  const kill = () => {
    state.timedOut = true
    killChild(child.pid, group)
    // A grandchild may keep the pipes open forever; without them `close` is emitted at once.
    child.stdout.destroy()
    child.stderr.destroy()
  }
  const timer = setTimeout(kill, timeout)
  return new Promise((resolve) => {
    const end = (code: number, missing: boolean) => {
      clearTimeout(timer)
      const { out, err, timedOut } = state
      const ok = code === 0 && !timedOut
      resolve({ ok, code, out: out.text(), err: err.text(), missing, timedOut, cut: out.cut() || err.cut() })
    }
    child.on('error', (error: NodeJS.ErrnoException) => end(-1, error.code === 'ENOENT'))
    child.on('close', (code) => end(code ?? -1, false))
  })
}

function killChild(pid: number | undefined, group: boolean): void {
  if (!pid) return
  try {
    process.kill(group ? -pid : pid, 'SIGKILL')
  } catch {
    // The process ended by itself after the timer.
  }
}

function bucket(max: number) {
  const chunks: Buffer[] = []
  let size = 0
  let cut = false
  const take = (chunk: Buffer) => {
    const rest = max - size
    if (chunk.length > rest) cut = true
    if (rest <= 0) return
    chunks.push(chunk.length > rest ? chunk.subarray(0, rest) : chunk)
    size += Math.min(chunk.length, rest)
  }
  return { take, cut: () => cut, text: () => Buffer.concat(chunks).toString('utf8') }
}

/** The output of a tool as JSON; undefined when the tool is missing, failed, or printed something else. */
export async function runJson(command: string, args: readonly string[], options?: ToolOptions): Promise<unknown> {
  const ran = await runTool(command, args, options)
  if (!ran.ok || ran.cut) return undefined
  try {
    return JSON.parse(ran.out)
  } catch {
    return undefined
  }
}
