import { accountRole } from '@belvedere/contract/rooms/account/enums.ts'
import { permissionsOf, shareAllows } from '@belvedere/contract/rooms/account/roles.ts'
import type { DiscoveredCall } from '../../../server/kernel/discovery/discover.ts'
import { table } from './print-table.ts'

/** Who may make which call: each role in the own team, and the guests of a scene. The generated test matrix checks the server against it. */
export function printRights(calls: readonly DiscoveredCall[]): string {
  const names = [...new Set(calls.map(({ spec }) => spec.who).filter((who) => who.includes('.')))].sort()
  const roles = accountRole.values.map(({ id, en }) => ({ en, may: new Set(permissionsOf(id, false, names)) }))
  const sorted = [...calls].sort((a, b) => (a.spec.at.split(' ')[1] ?? '').localeCompare(b.spec.at.split(' ')[1] ?? ''))
  const rows = sorted.map(({ spec }) => {
    const { at, who, scene } = spec
    const free = !who.includes('.')
    const mine = roles.map(({ may }) => free || may.has(who))
    const shared = (['manage', 'operate', 'view'] as const).map((share) => shareAllows(share, spec))
    return { at, who, scene, own: spec.own ?? [], yes: [...mine, ...shared] }
  })
  const heads = [...roles.map(({ en }) => en), 'Guest who manages', 'Guest who operates', 'Guest who looks']
  const count = (column: number) => String(rows.filter(({ yes }) => yes[column]).length)
  return [
    '# Rights',
    '',
    'The users who may make a call: each role in the own team and its scenes, and guests in a scene that is shared with them. The role of a',
    'guest in the own team does not apply there. A call for `anyone` or `session` reaches the caller’s own data; the columns of',
    'guests then show whether it reads scenes too. *Owner only* names fields that only the owner of the scene may set.',
    '',
    table(['', ...heads], [[`of ${rows.length} calls`, ...heads.map((_, column) => count(column))]]),
    '',
    table(
      ['call', 'asks for', 'scene right', 'owner only', ...heads],
      rows.map(({ at, who, scene, own, yes }) => [
        `\`${at}\``,
        who,
        scene,
        own.join(' '),
        ...yes.map((one) => (one ? '✓' : '')),
      ]),
    ),
    '',
  ].join('\n')
}
