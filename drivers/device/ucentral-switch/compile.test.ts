import { expect, test } from 'vitest'
import type { Effective } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import { describeCompiler } from '../../kit/compile/compile-conformance.ts'
import type { Compile } from '../../kit/compile.ts'
import type { Json } from '../../kit/compile/draft.ts'
import { readRecordings } from '../../kit/play-recording.ts'
import { readConnect } from '../../protocol/ucentral/protocol.ts'
import { knownMembers } from '../../protocol/ucentral/compile/members.ts'
import { compileSwitch } from './compile.ts'

const bare = readConnect(readRecordings(new URL('.', import.meta.url)).get('connect')?.[0]?.params ?? {}).capabilities
const names = Array.from({ length: 8 }, (_, n) => `Ethernet${n}`)
const listed = { ...bare, 'port-list': names.map((name) => ({ name })) }
const powered = {
  ...listed,
  'poe-capabilities': { 'power-budget': 60, 'poe-ports': names.slice(0, 4) },
  'supported-features': ['Port-Isolation'],
}
const entry = (name: string, n: number): Json => ({
  'select-ports': [name],
  speed: 1000,
  duplex: 'full',
  enabled: true,
  ...(n < 4 ? { poe: { 'admin-mode': true } } : {}),
})
const base: Json = {
  ethernet: names.map(entry),
  interfaces: [
    {
      name: 'VLAN1',
      role: 'upstream',
      vlan: { id: 1 },
      ethernet: [{ 'select-ports': names, 'vlan-tag': 'un-tagged' }],
      ipv4: { addressing: 'dynamic' },
    },
    {
      name: 'VLAN30',
      role: 'downstream',
      vlan: { id: 30 },
      ethernet: [{ 'select-ports': ['Ethernet2', 'Ethernet5'], 'vlan-tag': 'tagged' }],
    },
  ],
}
const group: Json = {
  ...base,
  ethernet: [{ 'select-ports': names, speed: 1000, duplex: 'full', enabled: true }],
}
const reported = { uplinks: ['Ethernet7'] }
const known: Compile = (desired, can, from, alike) => compileSwitch(desired, can, from, alike, reported)

describeCompiler('ucentral-switch', known, {
  capabilities: [bare, listed, powered],
  bases: [base, group, null],
  members: knownMembers,
})

const compile = (desired: Effective, can: Json = powered, from: Json = base) => known(desired, can, from)
const portOf = (document: Json, name: string) =>
  (document['ethernet'] as Json[]).filter((one) => (one['select-ports'] as string[]).includes(name))

test('a port moves to another VLAN: out of its former one, into a network created for it', () => {
  const { document, explanation } = compile({ port: { Ethernet3: { vlan: 20, tagged: [30, 40] } } })
  expect(document['interfaces']).toMatchObject([
    { ethernet: [{ 'select-ports': names.filter((name) => name !== 'Ethernet3') }] },
    { ethernet: [{ 'select-ports': ['Ethernet2', 'Ethernet5', 'Ethernet3'] }] },
    { name: 'VLAN20', vlan: { id: 20 }, ethernet: [{ 'select-ports': ['Ethernet3'], 'vlan-tag': 'un-tagged' }] },
    { name: 'VLAN40', ethernet: [{ 'select-ports': ['Ethernet3'], 'vlan-tag': 'tagged' }] },
  ])
  expect(document['ethernet']).toEqual(base['ethernet'])
  expect(explanation['/interfaces/0/ethernet/0/select-ports']).toEqual(['port/Ethernet3/vlan'])
  const none = compile({ port: { Ethernet2: { tagged: [] }, Ethernet5: { tagged: [] } } }).document['interfaces']
  expect((none as Json[])[1]).toMatchObject({ ethernet: [] })
})

test('PoE, speed and isolation of ports; all others stay as they are', () => {
  const { document, refusals } = compile({
    port: { Ethernet1: { poe: 0, poe_limit: 90_000, speed: 100, isolate: 1 }, Ethernet6: { enable: 0, isolate: 1 } },
  })
  expect(document['ethernet']).toEqual(
    names
      .map(entry)
      .map((one, n) =>
        n === 1
          ? { ...one, speed: 100, poe: { 'admin-mode': false, 'power-limit': 60_000 } }
          : n === 6
            ? { ...one, enabled: false }
            : one,
      ),
  )
  expect(document['switch']).toMatchObject({
    'port-isolation': { sessions: [{ id: 1, downlink: { 'interface-list': ['Ethernet1', 'Ethernet6'] } }] },
  })
  expect(refusals).toMatchObject([{ intent: 'port/Ethernet1/poe_limit', instead: '60 W' }])
})

test('a port of a group gets a separate entry with all settings of the group', () => {
  const { document } = compile({ port: { Ethernet3: { enable: 0 } } }, powered, group)
  expect(portOf(document, 'Ethernet3')).toEqual([
    { 'select-ports': ['Ethernet3'], speed: 1000, duplex: 'full', enabled: false },
  ])
  const every = compile({ port: { 'Ethernet*': { enable: 0 } } })
  expect(every.refusals).toMatchObject([
    { intent: 'port/Ethernet*/enable', instead: names.filter((name) => name !== 'Ethernet7').join(', ') },
  ])
  expect(portOf(every.document, 'Ethernet7')).toMatchObject([{ enabled: true }])
  expect(portOf(every.document, 'Ethernet0')).toMatchObject([{ enabled: false }])
})

test.each<[string, Effective, string[], Json?]>([
  ['a missing port', { port: { Ethernet48: { enable: 0 } } }, ['port/Ethernet48']],
  ['PoE on a port without PoE', { port: { Ethernet6: { poe: 1 } } }, ['port/Ethernet6/poe']],
  ['PoE on a switch without PoE', { port: { Ethernet1: { poe: 1 } } }, ['port/Ethernet1/poe'], listed],
  ['a rate', { port: { Ethernet1: { up_kbps: 100 } } }, ['port/Ethernet1/up_kbps']],
  [
    'a speed that the device program replaces by 10 Mbit/s',
    { port: { Ethernet1: { speed: 40_000 } } },
    ['port/Ethernet1/speed'],
  ],
  ['half duplex', { port: { Ethernet1: { duplex: 'half' } } }, ['port/Ethernet1/duplex']],
  [
    'isolation on a client without support',
    { port: { Ethernet1: { isolate: 1 } } },
    ['port/Ethernet1/isolate'],
    listed,
  ],
  ['the uplink shut down', { port: { Ethernet7: { enable: 0 } } }, ['port/Ethernet7/enable']],
  ['the uplink in another VLAN', { port: { Ethernet7: { vlan: 30 } } }, ['port/Ethernet7/vlan']],
  ['the uplink at another speed', { port: { Ethernet7: { speed: 100 } } }, ['port/Ethernet7/speed']],
  ['the uplink isolated', { port: { Ethernet7: { isolate: 1 } } }, ['port/Ethernet7/isolate']],
  ['the uplink out of a network', { lan: { VLAN1: { ports: ['Ethernet1', 'Ethernet2'] } } }, ['lan/VLAN1/ports']],
  ['one VLAN both tagged and untagged', { port: { Ethernet1: { tagged: [1] } } }, ['port/Ethernet1/tagged']],
  ['addresses by DHCP', { lan: { VLAN30: { dhcp: 1 } } }, ['lan/VLAN30/dhcp']],
  ['an address in VLAN 1', { lan: { VLAN1: { subnet: '10.0.0.9/24' } } }, ['lan/VLAN1/subnet']],
  ['another VLAN for management', { wan: { VLAN1: { vlan: 30 } } }, ['wan/VLAN1/vlan']],
  ['a port for SSH', { service: { ssh: { port: 2222 } } }, ['service/ssh/port']],
  ['time servers', { service: { ntp: { enable: 1, servers: ['a.example'] } } }, ['service/ntp']],
  [
    'PPPoE',
    { wan: { VLAN1: { type: 'pppoe', user: 'u', password: 'p' } } },
    ['wan/VLAN1/type', 'wan/VLAN1/user', 'wan/VLAN1/password'],
  ],
])('refused: %s', (_, desired, intents, can = powered) => {
  const { refusals, document, missing } = compile(desired, can)
  expect(refusals.map((one) => one.intent)).toEqual(intents)
  expect(missing).toBeUndefined()
  expect(portOf(document, 'Ethernet7')).toEqual([entry('Ethernet7', 7)])
})

test('an intent that another intent of the same device overrides is refused by name', () => {
  const both = compile({
    lan: { Cameras: { vlan: 40, ports: ['Ethernet1', 'Ethernet2'] }, Voice: { vlan: 40, ports: ['Ethernet3'] } },
    port: { Ethernet2: { vlan: 50 } },
  })
  expect(both.refusals.map(({ intent }) => intent)).toEqual(['lan/Voice', 'lan/Cameras/ports'])
  expect(both.refusals[1]?.reason.en).toMatch(/Ethernet2/)
  const members = (both.document['interfaces'] as Json[]).flatMap(({ vlan, ethernet }) =>
    (vlan as Json)['id'] === 40 ? (ethernet as Json[]) : [],
  )
  expect(members).toEqual([{ 'select-ports': ['Ethernet1'], 'vlan-tag': 'un-tagged' }])
})

test('a PoE port is a copper port', () => {
  const { refusals } = compileSwitch({ port: { Ethernet1: { speed: 100_000 } } }, {}, base, undefined, {
    uplinks: ['Ethernet7'],
  })
  expect(refusals.map(({ intent }) => intent)).toEqual(['port/Ethernet1/speed'])
})

test('with an unknown uplink, no setting that may cut it is sent', () => {
  const { refusals, document } = compileSwitch({ port: { Ethernet1: { enable: 0, vlan: 30 } } }, powered, base)
  expect(refusals.map(({ intent }) => intent)).toEqual(['port/Ethernet1/enable', 'port/Ethernet1/vlan'])
  expect(document).toMatchObject(base)
})

test('raw settings cannot cut the uplink either, nor leave a port out', () => {
  const raw = (document: Json) => {
    const made = compile({ raw: { x: { document } }, port: { Ethernet1: { vlan: 30 } } })
    expect(made.missing).toBeUndefined()
    const [refusal, ...more] = made.refusals
    // the rest is sent all the same
    if (refusal) expect(made.document).toEqual(compile({ port: { Ethernet1: { vlan: 30 } } }).document)
    if (refusal) expect([refusal.intent, more]).toEqual(['raw/x', []])
    return refusal?.reason.en
  }
  expect(raw({ ethernet: (base['ethernet'] as Json[]).slice(0, 7) })).toMatch(/Ethernet7 is not in the configuration/)
  expect(raw({ ethernet: names.map((name, n) => ({ ...entry(name, n), enabled: n < 7 })) })).toMatch(/uplink Ethernet7/)
  expect(raw({ services: { ssh: { enable: true } } })).toBeUndefined()
})
