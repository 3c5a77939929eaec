import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { descendantsOf, watchDescendants } from './kit/process-tree.ts'
import { endsWithRun } from './kit/run-end.ts'
import { seconds, timed, until } from './kit/wait.ts'
import type { Proof } from './proof.ts'

const root = join(import.meta.dirname, '..')
const WITHIN = 90_000
const AT_ONCE = 3

export const proof: Proof = {
  title: 'Ctrl-C, SIGTERM and SIGKILL of npm start, dev, test and bench leave no process behind',
  async run(say) {
    if (process.platform !== 'linux') return say('left out: the table of processes is read from /proc')
    const left = [...cases]
    const row = async () => {
      for (let one = left.shift(); one; one = left.shift()) say(await endsBy(one))
    }
    await Promise.all(Array.from({ length: AT_ONCE }, row))
  },
}

interface Case {
  /** Words for npm, or a file for Node; DIR is a folder of their own. */
  readonly words: readonly string[]
  /** The moment: what it started has such a line. */
  readonly when: RegExp
  readonly by: 'SIGINT' | 'SIGTERM' | 'SIGKILL'
  /** `group`: as a terminal does with Ctrl-C. `program`: what the scripts of npm run, or the file. */
  readonly whom: 'npm' | 'group' | 'program'
}

const ports = ['port', 'device-port', 'enrol-port', 'file-port', 'shell-port', 'remote-port']
const server = ['--', '--data', 'DIR', '--no-demo', ...ports.flatMap((name) => [`--${name}`, '0'])]
const test = ['test', '--', 'server/rooms/scene']
const pictures = ['test', '--', '--pictures', 'DIR', '/login']
const database = /^postgres: .*writer/
const browser = /--type=renderer/

const cases: readonly Case[] = [
  { words: ['start', ...server], when: database, by: 'SIGTERM', whom: 'npm' },
  { words: pictures, when: browser, by: 'SIGTERM', whom: 'npm' },
  { words: ['run', 'bench', 'start'], when: database, by: 'SIGKILL', whom: 'program' },
  { words: ['run', 'dev', ...server], when: database, by: 'SIGINT', whom: 'group' },
  { words: test, when: /vitest/, by: 'SIGINT', whom: 'group' },
  { words: ['e2e/run.ts', 'sign-in.e2e'], when: browser, by: 'SIGKILL', whom: 'program' },
  { words: ['run', 'bench', 'start'], when: database, by: 'SIGINT', whom: 'group' },
  { words: test, when: database, by: 'SIGTERM', whom: 'npm' },
  { words: ['start', ...server], when: /main\.ts/, by: 'SIGINT', whom: 'group' },
]

async function endsBy({ words, when, by, whom }: Case): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'belvedere-npm-'))
  const isNpm = !words[0]?.endsWith('.ts')
  const args = words.map((word) => (word === 'DIR' ? dir : word))
  // the run that plays this has a result of its own, and its PostgreSQL of tests is not to be found
  const env = { ...process.env, BELVEDERE_RESULT_FILE: '', ...(words === test ? { TMPDIR: dir } : {}) }
  const child = endsWithRun(
    spawn(isNpm ? 'npm' : process.execPath, args, {
      cwd: root,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  )
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said = (said + text).slice(-3000)))
  const top = child.pid as number
  const below = watchDescendants(top)
  const name = `${by} to ${whom === 'group' ? 'the terminal of' : whom === 'npm' ? 'npm of' : 'the program of'} ${words.slice(0, 3).join(' ')}`
  try {
    await until(`what matches ${when} runs`, WITHIN, () => below.lines().some((line) => when.test(line)))
    process.kill(whom === 'npm' || !isNpm ? top : whom === 'group' ? -top : programOf(top), by)
    const ms = await timed(`${name}: everything has ended`, WITHIN, () => below.left().length === 0 && hasEnded(child))
    return `${name} at ${when}: all of ${below.lines().length} gone after ${seconds(ms)}`
  } catch (error) {
    throw new Error(`${name}: ${(error as Error).message}\n${below.left().join('\n')}\n${said}`, { cause: error })
  } finally {
    below.stop()
    if (!hasEnded(child)) process.kill(-top, 'SIGTERM')
    await rm(dir, { recursive: true, force: true, maxRetries: 5 })
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

/** npm runs a shell, that run.mjs, that the program. */
function programOf(top: number): number {
  const program = descendantsOf(top).find(({ line }) => line.includes('follow-parent.mjs'))
  if (!program) throw new Error('the program has not begun')
  return program.pid
}
