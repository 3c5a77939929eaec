import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

export interface Ran {
  /** Exit status 0 and not cut short. */
  ok: boolean
  /** Exit status; -1 when it was killed or could not start. */
  code: number
  out: string
  err: string
  /** The tool is not installed. */
  missing: boolean
  timedOut: boolean
  /** Output beyond `max` was thrown away. */
  cut: boolean
}

export interface ToolOptions {
  /** Milliseconds, 10 s by default. */
  timeout?: number
  /** Bytes kept of each stream, 4 MB by default. */
  max?: number
  env?: Record<string, string>
  cwd?: string
  /** Kill the whole process group at the end of the time; for what starts children of its own. */
  group?: boolean
}

// A service manager may start us with a PATH without the sbin folders, where the network tools live.
const folders = [
  ...(process.env.PATH ?? '').split(delimiter),
  '/usr/local/sbin',
  '/usr/sbin',
  '/sbin',
  '/usr/bin',
  '/bin',
]
const searchPath = [...new Set(folders.filter((folder) => folder.startsWith('/')))].join(delimiter)

/** The environment every tool gets: a complete PATH and untranslated output. */
export function toolEnv(): NodeJS.ProcessEnv {
  return { ...process.env, PATH: searchPath, LC_ALL: 'C' }
}

/** True when a tool is on the path and may be executed. */
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
    // A grandchild may hold the pipes open forever; without them `close` comes at once.
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
    // It ended by itself between the timer and here.
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

/** What a tool printed as JSON; undefined when it is missing, failed, or printed something else. */
export async function runJson(command: string, args: readonly string[], options?: ToolOptions): Promise<unknown> {
  const ran = await runTool(command, args, options)
  if (!ran.ok || ran.cut) return undefined
  try {
    return JSON.parse(ran.out)
  } catch {
    return undefined
  }
}
