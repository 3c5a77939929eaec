import { expect, test } from 'vitest'
import type { Effective } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import type { Json } from '../../kit/compile/draft.ts'
import { describeCompiler } from '../../kit/compile/compile-conformance.ts'
import { linuxCompiler } from './compile.ts'
import { base, can, members } from './test-host.ts'

describeCompiler('linux-agent', linuxCompiler.compile, { capabilities: [can], bases: [base, null], members })

const compile = (desired: Effective) => linuxCompiler.compile(desired, can, base)

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
])('refused: %s', (_, desired, intent) => {
  expect(compile(desired).refusals.map((one) => one.intent)).toEqual([intent])
})
