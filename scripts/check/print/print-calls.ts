import { freshText, sceneRightText } from '../../../contract/kit/define-calls.ts'
import type { DiscoveredCall } from '../../../server/kernel/discovery/discover.ts'
import type { Inventory } from './inventory.ts'
import { table } from './print-table.ts'

/** Every call of the contract, and the calls of the specification that are not implemented yet. */
export function printCalls(calls: readonly DiscoveredCall[], { calls: stated }: Inventory): string {
  const here = new Set<string>(calls.map(({ spec }) => spec.at))
  const named = new Set(stated.map(({ at }) => at))
  const rows = [...calls]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ spec, name }) => [
      `\`${spec.at}\``,
      name,
      spec.who,
      sceneRightText(spec),
      freshText(spec),
      spec.undoable ? 'yes' : '',
      spec.does.zh,
      spec.does.en,
      (spec.shows ?? []).join(' '),
      named.has(spec.at) ? '' : 'added',
    ])
  const planned = stated.filter(({ at }) => !here.has(at)).map(({ area, at }) => [area, `\`${at}\``])
  return [
    '# Calls',
    '',
    'Addresses are below `/api/v1/`. Calls marked *added* are our own; the others are named by the specification. Calls under',
    '*fresh* require a session that signed in, or entered password or second factor, within the last ten minutes (else 10133), and',
    'an API token that was made for them (else 10146). The console offers to undo calls under *undoable* at once.',
    '',
    table(['address', 'name', 'who', 'scene right', 'fresh', 'undoable', '中文', 'English', 'shows', ''], rows),
    '',
    '## Planned',
    '',
    table(['area', 'address'], planned),
    '',
  ].join('\n')
}
