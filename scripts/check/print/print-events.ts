import type { House } from '../../../server/kernel/discovery/discover.ts'
import { table } from './print-table.ts'

/** What happened, who listens, what runs later. */
export function printEvents(house: House): string {
  const hearers = (name: string) => house.listeners.filter(({ event }) => event.name === name).length
  const events = [...house.events]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, live }) => [`\`${name}\``, String(hearers(name)), live ? 'yes' : ''])
  const jobs = house.jobs
    .map(({ name }) => name)
    .sort()
    .map((name) => [`\`${name}\``])
  const head = [
    '# Events and jobs',
    '',
    'Events leave after the transaction that caused them is committed. *Live* ones reach open browsers.',
    '',
  ]
  return [...head, table(['event', 'listeners', 'live'], events), '', table(['job'], jobs), ''].join('\n')
}
