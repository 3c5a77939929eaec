import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pause } from '../wait.ts'

export const run = promisify(execFile)
const MAX_HEARD = 20_000

/** A host on which the printed command was pasted: this machine, or a network namespace of it. */
export interface LinuxHost {
  readonly dir: string
  readonly serial: Promise<string>
  readonly heard: string
  /** Enrols and goes on as the agent in the foreground, as the script does without systemd; answers its exit code. */
  paste(command: string): Promise<number | null>
  /** Starts the enrolled agent again, with more words for it. */
  start(...words: string[]): void
  /** What was heard so far does not count. */
  forget(): void
  /** The agent and all it started. */
  kill(): Promise<void>
  close(): Promise<void>
}

/** `inside`: a command line that runs its rest in another network. */
export async function makeHost(inside: readonly string[] = []): Promise<LinuxHost> {
  const dir = await mkdtemp(join(tmpdir(), 'belvedere-host-'))
  // should anything of this go wrong, the machine of whoever tests must not restart
  const env = { ...process.env, BELVEDERE_AGENT_NO_REBOOT: '1', LC_ALL: 'C' }
  const agent = join(dir, 'agent.mjs')
  let child: ChildProcess | undefined
  let heard = ''
  const launch = (words: readonly string[]) => {
    const [file = '', ...args] = [...inside, ...words]
    // a group of its own: the shell, the agent and its shells are killed together
    child = spawn(file, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    const hear = (text: Buffer) => (heard = (heard + text).slice(-MAX_HEARD))
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', hear)
    return new Promise<number | null>((resolve) => child?.once('close', resolve))
  }
  const kill = async () => {
    if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child?.once('exit', resolve))
    process.kill(-child.pid, 'SIGKILL')
    await gone
  }
  return {
    dir,
    get serial() {
      return readFile(join(dir, 'agent.json'), 'utf8').then((text) => (JSON.parse(text) as { serial: string }).serial)
    },
    get heard() {
      return heard
    },
    // the folder, and no service on the machine of whoever tests, are all that is added to what was printed
    paste: (command) => launch(['bash', '-c', `${command} --dir ${dir} --foreground`]),
    start: (...words) => void launch([process.execPath, agent, 'run', '--dir', dir, ...words]),
    forget() {
      heard = ''
    },
    kill,
    async close() {
      await kill()
      await pause(50)
      await rm(dir, { recursive: true, force: true })
    },
  }
}
