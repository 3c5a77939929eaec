import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { BuildLoads } from './first-loads.ts'

// proves: 23

/** File names by the part that needs them. */
type Sets = Readonly<Record<string, readonly string[]>>

interface Budget {
  what: string
  /** KB gzip of JavaScript. */
  limit: number
  /** The files that load together; of several sets, the largest counts. */
  sets: (loads: BuildLoads, assets: readonly string[]) => Sets
}

const shell = 'shell/open-shell.tsx'
const signIn = 'rooms/account/login/view.tsx'
const firstDevicePage = 'rooms/device/router/view.tsx'
const phone = 'rooms/account/mid/view.tsx'
const phoneFrame = 'rooms/account/mid/phone-frame.tsx'
const topology = 'rooms/topology/topology/view.tsx'
const isPhoneTab = (name: string) => /^rooms\/.*\/(phone-(scenes|devices|alarms)|[a-z]+-tab)\.tsx$/.test(name)
const isView = (name: string) => /^rooms\/.*\/view\.tsx$/.test(name)

const budgets: readonly Budget[] = [
  { what: 'sign-in', limit: 130, sets: (loads) => ({ [signIn]: filesOf(loads, signIn) }) },
  {
    what: 'shell and first device page',
    limit: 255,
    sets: (loads) => ({ [firstDevicePage]: filesOf(loads, shell, firstDevicePage) }),
  },
  {
    what: 'shell and its largest page',
    limit: 270,
    sets: (loads) => setsOf(Object.keys(loads.parts).filter(isView), (view) => filesOf(loads, shell, view)),
  },
  {
    what: 'telephone and its largest tab',
    limit: 150,
    sets: (loads) =>
      setsOf(Object.keys(loads.parts).filter(isPhoneTab), (tab) => filesOf(loads, phone, phoneFrame, tab)),
  },
  {
    what: 'map with its data, beside the shell',
    limit: 105,
    sets: (loads) => {
      const shared = new Set(filesOf(loads, shell, 'rooms/scene/manage/view.tsx'))
      const own = filesOf(loads, shell, 'rooms/scene/map/view.tsx', 'ui/geo-map/base-map.ts')
      return { map: own.filter((file) => !shared.has(file)) }
    },
  },
  {
    what: 'charts',
    limit: 50,
    sets: (_loads, assets) => ({
      charts: assets.filter((file) => /\/(charts|shapes|scales|interpolate|plot|picture)-.*\.js$/.test(file)),
    }),
  },
  {
    what: 'topology',
    limit: 80,
    sets: (loads) => ({ [topology]: beyond(filesOf(loads, shell, topology), filesOf(loads, shell)) }),
  },
  {
    what: 'terminal',
    limit: 90,
    sets: (_loads, assets) => ({ xterm: assets.filter((file) => /xterm.*\.js$/.test(file)) }),
  },
]

const beyond = (files: readonly string[], others: readonly string[]) => files.filter((file) => !others.includes(file))
const setsOf = (names: readonly string[], files: (name: string) => string[]) =>
  Object.fromEntries(names.map((name) => [name, files(name)]))

/**
 * All files that these parts of the console load immediately, without duplicates. Throws for a part that was not
 * built.
 */
export function filesOf({ start, parts }: BuildLoads, ...names: readonly string[]): string[] {
  const missing = names.filter((name) => !parts[name])
  if (missing.length > 0) throw new Error(`not built: ${missing.join()}`)
  return [...new Set([...start, ...names.flatMap((name) => parts[name] ?? [])])]
}

/** Prints all budgets; true if none is exceeded. */
function measure(dist: string): boolean {
  const loads = JSON.parse(readFileSync(join(dist, '.vite/first-loads.json'), 'utf8')) as BuildLoads
  const assets = readdirSync(join(dist, 'assets')).map((name) => `assets/${name}`)
  const kbOf = (files: readonly string[]) =>
    files.reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file))).length, 0) / 1024
  const results = budgets.map(({ what, limit, sets }) => {
    const [largest] = Object.entries(sets(loads, assets))
      .map(([part, files]) => ({ part, kb: kbOf(files) }))
      .sort((a, b) => b.kb - a.kb)
    return { what, limit, ...(largest ?? { part: 'nothing built', kb: 0 }) }
  })
  for (const { what, kb, limit, part } of results) {
    process.stdout.write(
      `${kb <= limit ? 'holds ' : 'BROKEN'} ${what}: ${kb.toFixed(1)} of ${limit} KB gzip (${part})\n`,
    )
  }
  return results.every(({ kb, limit }) => kb > 0 && kb <= limit)
}

if (import.meta.main) process.exitCode = measure(process.argv[2] ?? join(import.meta.dirname, 'dist')) ? 0 : 1
