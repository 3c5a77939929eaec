import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { isRoot } from '../host/capabilities.ts'
import { journalRow } from '../query/log-tail.ts'
import { hasTool } from '../host/run-tool.ts'
import type { LogBatch, LogLine } from './watch-log.ts'

/** Lines of systemd-journald 252 and pppd 2.4.9, shortened to the relevant fields. */
const recorded = [
  '{"__REALTIME_TIMESTAMP":"1795467801291755","PRIORITY":"3","SYSLOG_FACILITY":"18","SYSLOG_IDENTIFIER":"pppd","SYSLOG_PID":"735","_COMM":"pppd","_TRANSPORT":"syslog","_HOSTNAME":"gw","MESSAGE":"PAP authentication failed"}',
  '{"__REALTIME_TIMESTAMP":"1795467798855874","PRIORITY":"6","SYSLOG_FACILITY":"3","SYSLOG_IDENTIFIER":"systemd-journald","_COMM":"systemd-journal","_TRANSPORT":"driver","_HOSTNAME":"gw","MESSAGE":"Journal started"}',
]

test('a recorded line of the journal has its time, severity, program and text', () => {
  expect(recorded.flatMap(journalRow)).toEqual([
    { time: 1_795_467_801, severity: 3, source: 'pppd', text: 'PAP authentication failed' },
    { time: 1_795_467_798, severity: 6, source: 'systemd-journald', text: 'Journal started' },
  ])
})

const journald = '/lib/systemd/systemd-journald'
const possible =
  isRoot() &&
  existsSync(journald) &&
  existsSync('/etc/machine-id') &&
  hasTool('journalctl') &&
  hasTool('logger') &&
  spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0

/** A host with systemd as far as the journal is concerned: the folder of the running init, its own journal, no log files. */
const host = `set -e
mount -t tmpfs none /run
mount -t tmpfs none /var/log
mkdir -p /run/systemd/system /run/systemd/journald.conf.d /run/log/journal
[ -e /sys/fs/cgroup/cgroup.procs ] || mount -t cgroup2 none /sys/fs/cgroup || true
printf '[Journal]\\nReadKMsg=no\\nForwardToSyslog=no\\n' > /run/systemd/journald.conf.d/test.conf
${journald} < /dev/null > /dev/null 2>&1 & echo $! > /run/journald
exec "$@"`

/** Prints the output of the watch, until its input ends. */
const watching = `
import { watchLog } from ${JSON.stringify(join(import.meta.dirname, 'watch-log.ts'))}
watchLog((batch) => console.log(JSON.stringify(batch)))
process.stdin.on('end', () => process.exit(0)).resume()`

interface TestJournal {
  lines: LogLine[]
  log(...words: string[]): void
  /** Restarts the journal service. */
  restart(): void
}

/** The watch in a namespace of its own, with a real journal. Undefined: journald does not run here. */
async function openJournal(): Promise<TestJournal | undefined> {
  const words = ['-m', 'sh', '-c', host, 'sh', process.execPath, '--input-type=module', '-e', watching]
  const child: ChildProcess = spawn('unshare', words, { stdio: ['pipe', 'pipe', 'ignore'] })
  const lines: LogLine[] = []
  if (child.stdout)
    createInterface({ input: child.stdout }).on('line', (line) => lines.push(...(JSON.parse(line) as LogBatch).lines))
  const inside = (...what: string[]) =>
    spawnSync('nsenter', ['-t', String(child.pid), '-m', '--', ...what], { stdio: 'ignore', timeout: 10_000 })
  onTestFinished(() => {
    inside('sh', '-c', 'kill $(cat /run/journald)')
    child.stdin?.end()
    child.kill('SIGKILL')
  })
  const socket = '/run/systemd/journal/dev-log'
  for (let tries = 0; tries < 100 && inside('test', '-S', socket).status !== 0; tries++)
    await new Promise((resolve) => setTimeout(resolve, 100))
  if (inside('test', '-S', socket).status !== 0) return undefined
  return {
    lines,
    log: (...what) => void inside('logger', '--socket', socket, ...what),
    restart: () =>
      void inside(
        'sh',
        '-c',
        `kill $(cat /run/journald); ${journald} < /dev/null > /dev/null 2>&1 & echo $! > /run/journald`,
      ),
  }
}

/**
 * Not covered: a journal on a disk, its rotation and vacuuming, lines of the kernel (they would be the machine's), services that
 * write to their standard output, and systemd itself, which is not process 1 here.
 */
test.runIf(possible)(
  'lines of a real journal are delivered as they are written',
  { timeout: 120_000 },
  async (context) => {
    const journal = await openJournal()
    if (!journal) return context.skip('systemd-journald does not run here')
    const heard = (text: string) => journal.lines.filter((line) => line[3] === text)
    const within = { timeout: 60_000, interval: 500 }
    // the watch begins at the end of the journal: write until a line is delivered
    await expect
      .poll(() => {
        journal.log('-t', 'first', 'begun')
        return heard('begun').length
      }, within)
      .toBeGreaterThan(0)
    journal.log('-p', 'daemon.err', '-t', 'pppd', 'PAP authentication failed')
    journal.log('-p', 'auth.info', '-t', 'sshd', 'Failed password for root from 198.51.100.7 port 50122 ssh2')
    journal.log('-t', 'belvedere-agent', 'own words')
    journal.log('-t', 'last', 'ended')
    await expect.poll(() => heard('ended').length, within).toBe(1)
    const now = Math.floor(Date.now() / 1000)
    const [failed] = heard('PAP authentication failed')
    expect(failed?.slice(1)).toEqual([3, 'pppd', 'PAP authentication failed'])
    expect(Math.abs(now - (failed?.[0] ?? 0))).toBeLessThan(120)
    expect(heard('Failed password for root from 198.51.100.7 port 50122 ssh2')).toMatchObject([
      [expect.any(Number), 6, 'sshd', expect.any(String)],
    ])
    expect(heard('own words')).toEqual([])
    // the journal service restarts: the watch continues
    journal.restart()
    await expect
      .poll(() => {
        journal.log('-t', 'second', 'again')
        return heard('again').length
      }, within)
      .toBeGreaterThan(0)
  },
)
