import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { run } from './hosts/linux-host.ts'

/** A network namespace at the end of a cable that can be pulled. */
export interface Cable {
  /** Our end's address; the server listens there. */
  readonly address: string
  /** Its name. */
  readonly end: string
  /** Puts a command line into the namespace. */
  readonly inside: readonly string[]
  pull(): Promise<void>
  plug(): Promise<void>
  remove(): Promise<void>
}

/** Of the block for benchmarks (RFC 2544): neither a real network nor a unit test running beside has them. */
const ours = '198.18.51.1'
const theirs = '198.18.51.2'

const ip = (line: string) => run('ip', line.split(' '))

const removalOf = (pid: number) => [`link del bv${pid}`, `netns del belv${pid}`]

async function removeOf(pid: number): Promise<void> {
  for (const line of removalOf(pid)) await ip(line).catch(() => {})
}

/** When the process ends with a cable laid, nothing can be waited for. */
function removeAtOnce(): void {
  for (const line of removalOf(process.pid)) {
    try {
      execFileSync('ip', line.split(' '), { stdio: 'ignore' })
    } catch {
      // the other end took it along
    }
  }
}

/** What a killed run left behind has our address. */
async function removeLeft(): Promise<void> {
  const names = await readdir('/sys/class/net')
  const pids = names.flatMap((name) => /^bv(\d+)$/.exec(name)?.[1] ?? []).map(Number)
  for (const pid of pids) if (!existsSync(`/proc/${pid}`)) await removeOf(pid)
}

/** Why there is none, as text, when this machine or user cannot make one. */
export async function createCable(): Promise<Cable | string> {
  if (process.getuid?.() !== 0) return 'network namespaces need root'
  const name = `belv${process.pid}`
  const end = `bv${process.pid}`
  const remove = async () => {
    process.off('exit', removeAtOnce)
    await removeOf(process.pid)
  }
  process.once('exit', removeAtOnce)
  try {
    await removeLeft()
    await ip(`netns add ${name}`)
    await ip(`link add ${end} type veth peer name eth0 netns ${name}`)
    await ip(`addr add ${ours}/30 dev ${end}`)
    await ip(`link set ${end} up`)
    for (const line of [`addr add ${theirs}/30 dev eth0`, 'link set eth0 up', 'link set lo up'])
      await ip(`-n ${name} ${line}`)
  } catch (error) {
    await remove()
    return `no network namespace here: ${String((error as Error).message).split('\n')[0]}`
  }
  return {
    address: ours,
    end,
    inside: ['ip', 'netns', 'exec', name],
    pull: async () => void (await ip(`link set ${end} down`)),
    plug: async () => void (await ip(`link set ${end} up`)),
    remove,
  }
}
