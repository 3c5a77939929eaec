import { expect, test } from 'vitest'
import { AppCounter, flowsOf } from './app-flows.ts'
import { TerminalOctets } from './terminal-octets.ts'

const till = '3c:22:fb:10:20:30'
const nas = 'b8:27:eb:44:55:66'
const near = (address: string, mac: string) => ({ address, mac, device: 'br-lan', state: 'REACHABLE', router: false })
const line = (inside: string, up: number, down: number) =>
  `ipv4     2 tcp      6 431999 ESTABLISHED src=${inside} dst=203.0.113.7 sport=40000 dport=443 packets=9 bytes=${up} src=203.0.113.7 dst=198.51.100.2 sport=443 dport=40000 packets=9 bytes=${down} [ASSURED] mark=0 use=1`

test('octets are assigned to the device that has the address at the reading', () => {
  const apps = new AppCounter(() => undefined)
  const octets = new TerminalOctets()
  const look = (neighbours: ReturnType<typeof near>[], ...lines: string[]) => {
    const inside = new Map<string, { rx: number; tx: number }>()
    apps.count(flowsOf(lines.join('\n')), (flow, rx, tx) => inside.set(flow.inside, { rx, tx }))
    octets.add(inside, neighbours)
    return octets.of([till, nas])
  }
  const both = [near('192.168.7.106', till), near('192.168.7.138', nas)]
  // octets before the first reading are not assigned; a device without octets has 0
  expect(look(both, line('192.168.7.106', 500, 9000))).toEqual({ [till]: [0, 0], [nas]: [0, 0] })
  expect(look(both, line('192.168.7.106', 700, 10_000), line('192.168.7.138', 10, 20))).toEqual({
    [till]: [200, 1000],
    [nas]: [10, 20],
  })
  // the address was assigned to the other device
  expect(look([near('192.168.7.106', nas)], line('192.168.7.106', 800, 10_000))).toEqual({
    [till]: [200, 1000],
    [nas]: [110, 20],
  })
  expect(octets.of(['00:00:00:00:00:07'])).toEqual({})
})
