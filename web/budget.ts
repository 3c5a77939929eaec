import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

interface Chunk {
  file: string
  isEntry?: boolean
  imports?: string[]
}

type Manifest = Readonly<Record<string, Chunk>>

interface Budget {
  what: string
  /** KB gzip of JavaScript. */
  limit: number
  /** The parts that load together; where there are several sets, the largest counts. */
  sets: (names: readonly string[]) => string[][]
}

const entry = 'index.html'
const shell = 'shell/open-shell.tsx'
const signIn = 'rooms/account/login/view.tsx'
const isView = (name: string) => /^rooms\/.*\/view\.tsx$/.test(name) && name !== signIn

const budgets: readonly Budget[] = [
  { what: 'sign-in', limit: 118, sets: () => [[entry, signIn]] },
  {
    what: 'shell and its largest page',
    limit: 245,
    sets: (names) => names.filter(isView).map((view) => [entry, shell, view]),
  },
  { what: 'terminal', limit: 90, sets: (names) => [names.filter((name) => name.includes('@xterm'))] },
]

/** Names of all chunks that load with the given ones: their static imports, and those of these. */
export function closure(manifest: Manifest, names: readonly string[]): Set<string> {
  const found = new Set<string>()
  const visit = (name: string) => {
    if (found.has(name)) return
    found.add(name)
    for (const next of manifest[name]?.imports ?? []) visit(next)
  }
  for (const name of names) visit(name)
  return found
}

/** Prints every budget and tells whether all hold. */
function measure(dist: string): boolean {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest
  const sizes = new Map<string, number>()
  const sizeOf = (name: string): number => {
    const { file = '' } = manifest[name] ?? {}
    const size =
      sizes.get(file) ?? (file.endsWith('.js') || name === entry ? gzipSync(readFileSync(join(dist, file))).length : 0)
    sizes.set(file, size)
    return size
  }
  const kbOf = (set: readonly string[]) =>
    [...closure(manifest, set)].reduce((sum, name) => sum + sizeOf(name), 0) / 1024
  const results = budgets.map(({ what, limit, sets }) => {
    const [largest] = sets(Object.keys(manifest))
      .map((set) => ({ set, kb: kbOf(set) }))
      .sort((a, b) => b.kb - a.kb)
    return { what, limit, kb: largest?.kb ?? 0, part: largest?.set.at(-1) ?? 'nothing built' }
  })
  for (const { what, kb, limit, part } of results) {
    process.stdout.write(
      `${kb <= limit ? 'holds ' : 'BROKEN'} ${what}: ${kb.toFixed(1)} of ${limit} KB gzip (${part})\n`,
    )
  }
  return results.every(({ kb, limit }) => kb > 0 && kb <= limit)
}

if (import.meta.main) process.exitCode = measure(process.argv[2] ?? join(import.meta.dirname, 'dist')) ? 0 : 1
