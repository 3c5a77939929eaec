import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '@belvedere/server/kernel/postgres/postmaster.ts'
import { endsWithRun } from './kit/product.ts'
import { holds } from './kit/same.ts'
import { seconds, timed, until } from './kit/wait.ts'
import type { Proof } from './proof.ts'

const root = join(import.meta.dirname, '..')
const WITHIN = 60_000

export const proof: Proof = {
  title: 'SIGTERM to npm start ends the server, its PostgreSQL and all between, whether npm alone gets it or its group',
  async run(say) {
    for (const whom of ['npm alone', 'its process group'] as const) say(await endsBy(whom))
  },
}

async function endsBy(whom: 'npm alone' | 'its process group'): Promise<string> {
  const data = await mkdtemp(join(tmpdir(), 'belvedere-npm-'))
  const ports = ['port', 'device-port', 'enrol-port', 'file-port', 'shell-port', 'cwmp-port', 'remote-port']
  const flags = ['--data', data, '--no-demo', ...ports.flatMap((name) => [`--${name}`, '0'])]
  const npm = endsWithRun(
    spawn('npm', ['start', '--silent', '--', ...flags], {
      cwd: root,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  )
  let said = ''
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (text) => (said += text))
  try {
    const address = () => /http:\/\/\S+/.exec(said)?.[0]
    const url = await until('the server says where it is', WITHIN, address)
    const answers = () =>
      fetch(`${url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      )
    holds('it answers', await answers())
    const pids = /"pid":(\d+).*postgres is up/.exec(said)
    const postgres = Number(pids?.[1])
    holds(`PostgreSQL runs: ${said.slice(0, 2000)}`, isAlive(postgres))
    const pid = npm.pid as number
    process.kill(whom === 'npm alone' ? pid : -pid, 'SIGTERM')
    const ms = await timed('server and PostgreSQL are gone', WITHIN, async () => {
      return !isAlive(pid) && !isAlive(postgres) && !(await answers())
    })
    return `SIGTERM to ${whom}: all gone after ${seconds(ms)}`
  } finally {
    if (npm.exitCode === null && npm.signalCode === null) process.kill(-(npm.pid as number), 'SIGTERM')
    await rm(data, { recursive: true, force: true })
  }
}
