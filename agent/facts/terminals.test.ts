import { expect, test } from 'vitest'
import { linkOf } from './links.ts'
import { type Neighbour } from './neighbours.ts'
import type { Snapshot } from './snapshot.ts'
import { terminalsOf } from './terminals.ts'

const neighbour = (last: number, address: string, state = 'STALE'): Neighbour => ({
  address,
  mac: `02:00:00:00:00:0${last}`,
  device: 'lan0',
  state,
  router: false,
})

function behind(own: readonly string[], neighbours: Neighbour[]): string[] {
  const addr_info = own.map((local) => ({ family: 'inet', local, prefixlen: 24 }))
  const link = linkOf({ ifname: 'lan0', flags: ['UP'], addr_info })
  const rest = { routes: [], learned: [], leases: [], accessPoints: [], peers: new Map(), nameServers: [] }
  const snapshot: Snapshot = { interfaces: [{ ...link, role: 'lan' }], neighbours, ...rest }
  return terminalsOf(snapshot).map(({ mac }) => mac.slice(-1))
}

test('neighbours of a network that the interface has left are not terminals', () => {
  const all = [
    neighbour(1, '192.168.7.20'),
    neighbour(2, '192.168.8.20'),
    neighbour(3, 'fe80::3'),
    neighbour(4, '192.168.8.21', 'FAILED'),
  ]
  expect(behind(['192.168.7.1'], all)).toEqual(['1', '3'])
  expect(behind(['192.168.8.1'], all)).toEqual(['2', '3'])
  expect(behind(['192.168.7.1', '192.168.8.1'], all)).toEqual(['1', '2', '3'])
  // without an address the interface gives no information about them
  expect(behind([], all)).toEqual(['1', '2', '3'])
})
