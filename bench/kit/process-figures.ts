import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks per second in /proc, on every supported Linux. */
const TICKS = 100

interface Stat {
  ppid: number
  /** CPU seconds of the process itself, and of its ended children. */
  own: number
  ended: number
  rss: number
}

function statOf(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const at = (n: number) => fields[n - 3] ?? 0
    return { ppid: at(4), own: (at(14) + at(15)) / TICKS, ended: (at(16) + at(17)) / TICKS, rss: at(24) * 4096 }
  } catch {
    return undefined
  }
}

/** CPU seconds used so far by a process, its running descendants and those that ended. */
export function cpuOfTree(pid: number): number {
  const all = new Map<number, Stat>()
  for (const name of readdirSync('/proc')) {
    const one = /^\d+$/.test(name) ? statOf(Number(name)) : undefined
    if (one) all.set(Number(name), one)
  }
  const sum = (root: number): number => {
    const one = all.get(root)
    if (!one) return 0
    let total = one.own + one.ended
    for (const [child, { ppid }] of all) if (ppid === root) total += sum(child)
    return total
  }
  return sum(pid)
}

/** CPU seconds of one process. */
export function cpuOf(pid: number): number {
  return statOf(pid)?.own ?? 0
}

/** Resident bytes of one process. */
export function residentOf(pid: number): number {
  return statOf(pid)?.rss ?? 0
}

/** Load of the machine over the last minute: number of processes that run or wait for a core. */
export function loadNow(): number {
  return Number(readFileSync('/proc/loadavg', 'utf8').split(' ')[0])
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** The value below which `share` (0 to 1) of the values lie. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
