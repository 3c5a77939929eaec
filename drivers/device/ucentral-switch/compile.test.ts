import { expect, test } from 'vitest'
import type { Effective } from '@belvedere/contract/rooms/intent/shapes.ts'
import { describeCompiler } from '../../kit/compile/compile-conformance.ts'
import type { Json } from '../../kit/compile/draft.ts'
import { helloOf, readRecordings } from '../../kit/play-recording.ts'
import { knownMembers } from '../../kit/ucentral/compile/members.ts'
import { compileSwitch } from './compile.ts'

const bare = helloOf(readRecordings(new URL('.', import.meta.url)).get('connect')?.[0] as never).capabilities
const names = Array.from({ length: 8 }, (_, n) => `Ethernet${n}`)
const listed = { ...bare, 'port-list': names.map((name) => ({ name })) }
const powered = {
  ...listed,
  'poe-capabilities': { 'power-budget': 60, 'poe-ports': names.slice(0, 4) },
  'supported-features': ['Port-Isolation'],
}
const base: Json = {
  ethernet: [{ 'select-ports': ['Ethernet*'], enabled: true }],
  interfaces: [
    {
      name: 'VLAN1',
      role: 'upstream',
      vlan: { id: 1 },
      ethernet: [{ 'select-ports': ['Ethernet*'], 'vlan-tag': 'un-tagged' }],
      ipv4: { addressing: 'dynamic' },
    },
    {
      name: 'VLAN30',
      role: 'downstream',
      vlan: { id: 30 },
      ethernet: [{ 'select-ports': ['Ethernet3', 'Ethernet5'], 'vlan-tag': 'tagged' }],
    },
  ],
}

describeCompiler('ucentral-switch', compileSwitch, {
  capabilities: [bare, listed, powered],
  bases: [base, null],
  members: knownMembers,
})

const compile = (wishes: Effective, can: Json = powered) => compileSwitch(wishes, can, base)

test('a port goes into another VLAN: out of the group it was in, into a network made for it', () => {
  const { document, explanation } = compile({ port: { Ethernet3: { vlan: 20, tagged: [30, 40] } } })
  expect(document['interfaces']).toMatchObject([
    { ethernet: [{ 'select-ports': names.filter((name) => name !== 'Ethernet3') }] },
    { ethernet: [{ 'select-ports': ['Ethernet3', 'Ethernet5'] }] },
    {
      name: 'VLAN20',
      role: 'downstream',
      vlan: { id: 20 },
      ethernet: [{ 'select-ports': ['Ethernet3'], 'vlan-tag': 'un-tagged' }],
    },
    { name: 'VLAN40', ethernet: [{ 'select-ports': ['Ethernet3'], 'vlan-tag': 'tagged' }] },
  ])
  expect(explanation['/interfaces/0/ethernet/0/select-ports']).toEqual(['port/Ethernet3/vlan'])
  const none = compile({ port: { Ethernet3: { tagged: [] } } }).document['interfaces'] as Json[]
  expect(none[1]).toMatchObject({ ethernet: [{ 'select-ports': ['Ethernet5'] }] })
})

test('power, speed and isolation of ports', () => {
  const { document, refusals } = compile({
    port: { Ethernet1: { poe: 0, poe_limit: 90_000, speed: 1000, isolate: 1 }, Ethernet6: { enable: 0, isolate: 1 } },
  })
  expect(document['ethernet']).toEqual([
    { 'select-ports': ['Ethernet*'], enabled: true },
    { 'select-ports': ['Ethernet1'], speed: 1000, poe: { 'admin-mode': false, 'power-limit': 60_000 } },
    { 'select-ports': ['Ethernet6'], enabled: false },
  ])
  expect(document['switch']).toMatchObject({
    'port-isolation': { sessions: [{ id: 1, downlink: { 'interface-list': ['Ethernet1', 'Ethernet6'] } }] },
  })
  expect(refusals).toMatchObject([{ intent: 'port/Ethernet1/poe_limit', instead: '60 W' }])
})

test.each<[string, Effective, string, Json?]>([
  ['a port that is not there', { port: { Ethernet48: { enable: 0 } } }, 'port/Ethernet48'],
  ['PoE at a port without', { port: { Ethernet6: { poe: 1 } } }, 'port/Ethernet6/poe'],
  ['PoE at a switch without', { port: { Ethernet1: { poe: 1 } } }, 'port/Ethernet1/poe', listed],
  ['a rate', { port: { Ethernet1: { up_kbps: 100 } } }, 'port/Ethernet1/up_kbps'],
  ['a VLAN where the ports are not told', { port: { Ethernet1: { vlan: 9 } } }, 'port/Ethernet1/vlan', bare],
  ['addresses by DHCP', { lan: { VLAN30: { dhcp: 1 } } }, 'lan/VLAN30/dhcp'],
  ['PPPoE', { wan: { VLAN1: { type: 'pppoe', user: 'u', password: 'p' } } }, 'wan/VLAN1/type'],
])('refused: %s', (_, wishes, intent, can = powered) => {
  expect(compile(wishes, can).refusals.map((one) => one.intent)).toEqual([intent])
})
