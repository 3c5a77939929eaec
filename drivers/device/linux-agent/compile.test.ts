import { expect, test } from 'vitest'
import type { Effective } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import { describeCompiler } from '../../kit/compile/compile-conformance.ts'
import type { Json } from '../../kit/compile/draft.ts'
import { readRecordings } from '../../kit/play-recording.ts'
import { readConnect } from '../../protocol/ucentral/protocol.ts'
import { compileLinux } from './compile.ts'

const can = readConnect(readRecordings(new URL('.', import.meta.url)).get('connect')?.[0]?.params ?? {}).capabilities
const base: Json = {
  unit: { name: 'gw-lab', hostname: 'gw-lab', timezone: 'UTC' },
  interfaces: [
    { name: 'wan', role: 'upstream', ethernet: [{ 'select-ports': ['eth0'] }], ipv4: { addressing: 'dynamic' } },
    {
      name: 'lan',
      role: 'downstream',
      ethernet: [{ 'select-ports': ['br0'] }],
      ipv4: { addressing: 'static', subnet: '192.168.7.1/24' },
    },
  ],
}
/** All the agent obeys. */
const members = new Set([
  'unit',
  'name',
  'hostname',
  'timezone',
  'interfaces',
  'role',
  'ethernet',
  'select-ports',
  'ipv4',
  'addressing',
  'subnet',
  'gateway',
  'use-dns',
])

describeCompiler('linux-agent', compileLinux, { capabilities: [can], bases: [base, null], members })

const compile = (wishes: Effective) => compileLinux(wishes, can, base)

test('addresses and names of a host', () => {
  const { document, refusals } = compile({
    system: { '': { name: 'gw-1', timezone: 'Asia/Shanghai' } },
    wan: { wan: { type: 'static', subnet: '203.0.113.9/24', gateway: '203.0.113.1', dns: ['1.1.1.1'] } },
    lan: { lan: { subnet: '10.7.0.1/24' } },
  })
  expect(refusals).toEqual([])
  expect(document).toEqual({
    unit: { name: 'gw-1', hostname: 'gw-1', timezone: 'Asia/Shanghai' },
    interfaces: [
      {
        ...(base['interfaces'] as Json[])[0],
        ipv4: { addressing: 'static', subnet: '203.0.113.9/24', gateway: '203.0.113.1', 'use-dns': ['1.1.1.1'] },
      },
      { ...(base['interfaces'] as Json[])[1], ipv4: { addressing: 'static', subnet: '10.7.0.1/24' } },
    ],
  })
})

test.each<[string, Effective, string]>([
  ['PPPoE', { wan: { wan: { type: 'pppoe', user: 'u', password: 'p' } } }, 'wan/wan/type'],
  ['VLANs', { lan: { lan: { vlan: 9 } } }, 'lan/lan/vlan'],
  ['addresses by DHCP', { lan: { lan: { dhcp: 1 } } }, 'lan/lan/dhcp'],
  ['a host name in Chinese', { system: { '': { name: '网关' } } }, 'system//name'],
  ['wireless', { wireless: { Shop: {} } }, 'wireless/Shop'],
])('refused: %s', (_, wishes, intent) => {
  expect(compile(wishes).refusals.map((one) => one.intent)).toEqual([intent])
})
