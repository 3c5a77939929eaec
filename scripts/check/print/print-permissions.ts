import { accountRole } from '@belvedere/contract/rooms/account/enums.ts'
import { installationPermissions, permissionsOf } from '@belvedere/contract/rooms/account/roles.ts'
import type { DiscoveredCall } from '../../../server/kernel/discovery/discover.ts'
import { table } from './print-table.ts'

/** Every permission with the roles that have it and the calls that require it. */
export function printPermissions(calls: readonly DiscoveredCall[]): string {
  const names = [...new Set(calls.map(({ spec }) => spec.who).filter((who) => who.includes('.')))].sort()
  const rows = names.map((name) => [
    `\`${name}\``,
    ...accountRole.values.map(({ id }) => (permissionsOf(id, false, names).includes(name) ? '✓' : '')),
    installationPermissions.includes(name) ? '✓' : '',
    calls
      .filter(({ spec }) => spec.who === name)
      .map(({ spec }) => `\`${spec.at}\``)
      .join(' '),
  ])
  const head = [
    'permission',
    ...accountRole.values.map(({ zh, en }) => `${zh} ${en}`),
    'administrator of the installation',
    'calls',
  ]
  return ['# Permissions', '', table(head, rows), ''].join('\n')
}
