import type { Finding } from './finding.ts'

/** Maximum of entries of a folder, files and folders together. */
export const ENTRIES_MAX = 25

/** Folders without a limit: numbered series always grow, and the folders of rooms contain one folder per room. */
const series = ['server/migrations', 'docs/adr', 'contract/rooms', 'server/rooms', 'web/rooms']

/** Folders that still have more entries, with the number. It only shrinks: the check refuses a higher number than needed. */
export const largeFolders: Readonly<Record<string, number>> = {
  'bench/figures': 32,
  'drivers/protocol/ucentral': 29,
  e2e: 108,
  'e2e/kit': 51,
  'server/gateways/ucentral/conformance': 28,
  'server/rooms/account': 76,
  'server/rooms/change': 31,
  'server/rooms/device': 39,
  'server/rooms/intent': 52,
  'server/rooms/stat': 42,
  'server/rooms/topology': 32,
}

const tablePath = 'scripts/check/folder-rules.ts'

/** Folders with too many entries, and exceptions that are higher than needed. */
export function folderBreachesOf(
  files: readonly string[],
  exceptions: Readonly<Record<string, number>> = largeFolders,
): Finding[] {
  const counts = new Map([...entriesOf(files)].map(([folder, entries]) => [folder, entries.size] as const))
  const full = [...counts]
    .filter(([folder, count]) => count > (exceptions[folder] ?? ENTRIES_MAX) && !series.includes(folder))
    .map(([path, count]) => ({
      path,
      text: `has ${count} entries, ${exceptions[path] ?? ENTRIES_MAX} at most; make folders by subject`,
    }))
  const loose = Object.entries(exceptions).flatMap(([folder, most]) => {
    const count = counts.get(folder) ?? 0
    if (count >= most && most > ENTRIES_MAX) return []
    const advice = count > ENTRIES_MAX ? `lower the number to ${count}` : 'remove the entry'
    return [{ path: tablePath, text: `allows ${folder} ${most} entries, it has ${count}; ${advice}` }]
  })
  return [...full, ...loose]
}

function entriesOf(files: readonly string[]): Map<string, Set<string>> {
  const entries = new Map<string, Set<string>>()
  for (const file of files) {
    const parts = file.split('/')
    for (let depth = 1; depth < parts.length; depth++) {
      const folder = parts.slice(0, depth).join('/')
      const held = entries.get(folder) ?? new Set<string>()
      entries.set(folder, held.add(parts[depth] ?? ''))
    }
  }
  return entries
}
