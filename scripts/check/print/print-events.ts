import type { House } from '../../../server/kernel/discovery/discover.ts'
import { table } from './print-table.ts'

/** The events with their listeners, and the jobs. */
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
    'Events are sent after the commit of the transaction that caused them. *Live* events reach open browsers.',
    '',
  ]
  return [...head, table(['event', 'listeners', 'live'], events), '', table(['job'], jobs), ''].join('\n')
}
