import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from './hosts/linux-host.ts'
import { until } from './wait.ts'

/** A host's own /var/log and /dev, in a network namespace: what is logged there reaches no log of this machine. */
export interface PrivateLog {
  /** Puts a command line into the host, its log included. */
  readonly inside: readonly string[]
  /** Writes a line as a program of the host would. */
  log(program: string, text: string): Promise<void>
  /** Starts a program that runs until the host is closed. */
  serve(...words: string[]): void
  close(): Promise<void>
}

// A new mount namespace, not sent to anybody else; device nodes as any host has them; a syslog daemon that writes auth.log, as
// BusyBox' does. It stays, so that others can enter its namespaces by its process.
const script = `set -e
mount --make-rprivate /
mkdir -p "$1/log" "$1/dev"
mount --bind "$1/log" /var/log
mount -t tmpfs none "$1/dev"
for node in 'null 1 3' 'zero 1 5' 'random 1 8' 'urandom 1 9' 'tty 5 0' 'ptmx 5 2'; do set -- "$1" $node; mknod -m 666 "$1/dev/$2" c $3 $4; done
ln -s /proc/self/fd "$1/dev/fd"
mkdir "$1/dev/pts" "$1/dev/shm"
mount -t devpts none "$1/dev/pts"
mount --bind "$1/dev" /dev
mount --bind "$1/dev/pts" /dev/pts
if [ -d /run/systemd ]; then mount -t tmpfs none /run/systemd; fi
: > /var/log/auth.log
echo ready > "$1/ready"
exec busybox syslogd -n -O /var/log/auth.log
`

export async function openPrivateLog(network: readonly string[]): Promise<PrivateLog> {
  const dir = await mkdtemp(join(tmpdir(), 'belvedere-log-'))
  await mkdir(join(dir, 'log'))
  await writeFile(join(dir, 'host.sh'), script)
  let said = ''
  const children: ChildProcess[] = []
  const start = (words: readonly string[]) => {
    const [file = '', ...args] = words
    const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text))
    children.push(child)
    return child
  }
  const holder = start([...network, 'unshare', '--mount', 'sh', join(dir, 'host.sh'), dir])
  const inside = ['nsenter', '-t', String(holder.pid), '-m', '-n', '--']
  try {
    await until('the log of the host', 15_000, async () => {
      if (holder.exitCode !== null) throw new Error(said)
      await run('test', ['-e', join(dir, 'ready')])
      const [file = '', ...args] = inside
      await run(file, [...args, 'test', '-S', '/dev/log'])
      return true
    })
  } catch (error) {
    holder.kill('SIGKILL')
    throw new Error(`${String(error)}: ${said.slice(-500)}`, { cause: error })
  }
  const [file = '', ...args] = inside
  return {
    inside,
    log: async (program, text) => void (await run(file, [...args, 'busybox', 'logger', '-t', program, text])),
    serve: (...words) => void start([...inside, ...words]),
    async close() {
      for (const child of children.toReversed()) {
        if (child.exitCode !== null || child.signalCode !== null) continue
        const gone = new Promise((resolve) => child.once('exit', resolve))
        child.kill('SIGKILL')
        await gone
      }
      await rm(dir, { recursive: true, force: true })
    },
  }
}
