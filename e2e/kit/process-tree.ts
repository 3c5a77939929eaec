import { readdirSync, readFileSync } from 'node:fs'
import { isAlive } from '@belvedere/server/base/postgres/postmaster.ts'

/** Process numbers of everything below a process; those that run in a session of their own count while their parents live. */
export function descendantsOf(pid: number): { pid: number; line: string }[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? readIfThere(`/proc/${name}/stat`) : ''
    if (stat) parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
  }
  const isBelow = (one: number): boolean => {
    const parent = parents.get(one)
    return parent !== undefined && parent > 1 && (parent === pid || isBelow(parent))
  }
  return [...parents.keys()]
    .filter(isBelow)
    .map((one) => ({ pid: one, line: readIfThere(`/proc/${one}/cmdline`).replaceAll('\0', ' ') }))
}

/** Remembers what was seen below a process while it is watched. */
export function watchDescendants(pid: number): { lines(): string[]; left(): string[]; stop(): void } {
  const seen = new Map<number, string>()
  const look = () => {
    for (const one of descendantsOf(pid)) if (one.line) seen.set(one.pid, one.line)
  }
  const timer = setInterval(look, 100)
  const isThere = (one: number, line: string) =>
    isAlive(one) && readIfThere(`/proc/${one}/cmdline`).replaceAll('\0', ' ') === line
  return {
    lines: () => [...seen.values()],
    left: () => [...seen].flatMap(([one, line]) => (isThere(one, line) ? [`${one} ${line.slice(0, 150)}`] : [])),
    stop: () => clearInterval(timer),
  }
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
