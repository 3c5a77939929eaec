import type { DiscoveredCall } from '../../../server/kernel/discovery/discover.ts'
import { fieldsOf, hostilePayloadsOf } from '../../../server/test-hostile-payloads.ts'
import { table } from './print-table.ts'

/** The number of fields of each call, and of hostile inputs that the generated test sends to it. */
export function printInputs(calls: readonly DiscoveredCall[]): string {
  const rows = [...calls]
    .sort((a, b) => a.name.localeCompare(b.name))
    .map(({ spec, name }) => ({
      at: spec.at,
      name,
      fields: [...fieldsOf(spec)].length,
      payloads: [...hostilePayloadsOf(spec)].length,
    }))
  const sum = (key: 'fields' | 'payloads') => String(rows.reduce((all, one) => all + one[key], 0))
  return [
    '# Inputs',
    '',
    'Fields of every call, including those inside lists and objects, and the inputs with one hostile value that',
    '`server/hostile-input.test.ts` sends to it. None may be answered with an internal error.',
    '',
    table(['calls', 'fields', 'hostile inputs'], [[String(rows.length), sum('fields'), sum('payloads')]]),
    '',
    table(
      ['call', 'stated in', 'fields', 'hostile inputs'],
      rows.map(({ at, name, fields, payloads }) => [`\`${at}\``, name, String(fields), String(payloads)]),
    ),
    '',
  ].join('\n')
}
