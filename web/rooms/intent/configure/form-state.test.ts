import { expect, test } from 'vitest'
import type { PortChoices } from '@belvedere/contract/kit/intent/fields.ts'
import type { ValueLink } from '@belvedere/contract/rooms/intent/intent.ts'
import {
  blank,
  editsOf,
  type IntentEntry,
  typedFault,
  inheritedLink,
  missingAt,
  unchanged,
  valuesOf,
  type IntentEdit,
} from './form-state.ts'
import { channelsOf } from '@belvedere/contract/intents/radio/channels.ts'
import { faultsOf } from '@belvedere/contract/kit/intent/faults.ts'
import { getKind } from '@belvedere/contract/kit/intent/kinds.ts'
import { fieldsOf } from './field-specs.ts'

const ports: PortChoices = { speeds: [1000], negotiates: 1, duplexes: ['full', 'half'] }
const link = (origin: ValueLink['origin'], value: unknown): ValueLink => ({ origin, value, by: 'Li', at: 1 })
const shop: IntentEntry = {
  kind: 'wireless',
  key: 'Shop',
  rev: 3,
  removed: null,
  fields: {
    hidden: [link('base', 0), link('scene', 1), link('device', 0)],
    password: [link('scene', true), link('device', true)],
    max_clients: [link('scene', 9)],
  },
}
const entries = new Map([['wireless/Shop', shop]])
const edits = (edit: Partial<IntentEdit>, of: IntentEntry = shop) =>
  editsOf(new Map([[`${of.kind}/${of.key}`, of]]), new Map([['x', { ...unchanged(of, 2), ...edit }]]), 2, 7)
const place = { level: 2, target_id: 7, kind: 'wireless', key: 'Shop', rev: 3 }

test('nothing done is no edit; a field set, given back or all of them are', () => {
  expect(editsOf(entries, new Map([['x', unchanged(shop, 2)]]), 2, 7)).toEqual([])
  expect(edits({ fields: { hidden: 0, password: true, max_clients: 5 } })).toEqual([
    { ...place, set: { hidden: 0, password: true, max_clients: 5 } },
  ])
  expect(edits({ fields: { password: true } })).toEqual([{ ...place, set: { password: true } }])
  expect(edits({ fields: {} })).toEqual([{ ...place, set: null }])
  expect(edits({ fields: {}, removed: true })).toEqual([{ ...place, set: {}, removed: 1 }])
})

test('a new network needs no fields, everything else does', () => {
  const added = (kind: 'wireless' | 'lan') =>
    editsOf(new Map(), new Map([['x', unchanged(blank(kind, 'New'), 2)]]), 2, 7)
  expect(added('wireless')).toMatchObject([{ key: 'New', set: {}, rev: 0 }])
  expect(added('lan')).toEqual([])
  expect(edits({}, { ...shop, rev: 0, fields: { hidden: [link('base', 0)] } })).toEqual([])
})

test('effective values are own values over inherited values', () => {
  expect(valuesOf(shop, unchanged(shop, 2), 2)).toEqual({ hidden: 0, password: true, max_clients: 9 })
  expect(inheritedLink(shop, 'hidden', 2)).toMatchObject({ origin: 'scene', value: 1 })
})

test('fields are those that have a meaning, channels those of the region', () => {
  const names = (values: object) =>
    fieldsOf('wireless', 'x', values as Record<string, unknown>, ports).map(({ name }) => name)
  expect(names({ security: 'WPA2' })).toContain('radius_host')
  expect(names({ security: 'WPA2' })).not.toContain('password')
  expect(names({ security: 'Disable' })).not.toContain('password')
  expect(channelsOf('5g', 'CN').map(({ id }) => id)).not.toContain(100)
  expect(channelsOf('5g', 'US').map(({ id }) => id)).toContain(100)
})

test('invalid values are reported', () => {
  const spec = (kind: 'wan' | 'wireless', name: string) =>
    fieldsOf(kind, 'x', { type: 'static', security: 'WPA2PSK' }, ports).find((one) => one.name === name) as never
  expect(typedFault(spec('wan', 'subnet'), '300.1.1.1/24')).toBeDefined()
  expect(typedFault(spec('wan', 'subnet'), '10.0.0.1/24')).toBeUndefined()
  expect(typedFault(spec('wan', 'vlan'), 5000)).toBeDefined()
  expect(typedFault(spec('wan', 'dns'), ['1.1.1.1', 'x'])).toBeDefined()
  expect(typedFault(spec('wireless', 'password'), 'short')).toBeDefined()
  expect(typedFault(spec('wireless', 'password'), true)).toBeUndefined()
  const password = fieldsOf('system', '', {}, ports).find(({ name }) => name === 'password') as never
  expect(typedFault(password, 'Secret-123')).toBeUndefined()
  expect(typedFault(password, 'Secret;reboot')).toBeDefined()
  const raw = (document: object) => faultsOf(getKind('raw'), { document })
  expect(raw({ unit: { 'system-password': '$(reboot)' } })).toHaveLength(1)
  expect(raw({ unit: { location: '$(roof)' } })).toEqual([])
})

test('a static line of a device needs its name servers', () => {
  const dns = fieldsOf('wan', 'WAN', {}, ports).find(({ name }) => name === 'dns') as never
  const line = { type: 'static', subnet: '10.0.0.2/24', gateway: '10.0.0.1' }
  expect(missingAt(dns, line, 2)).toBeDefined()
  expect(missingAt(dns, { ...line, dns: [] }, 2)).toBeDefined()
  expect(missingAt(dns, { ...line, dns: ['10.0.0.1'] }, 2)).toBeUndefined()
  expect(missingAt(dns, { type: 'dhcp' }, 2)).toBeUndefined()
  expect(missingAt(dns, line, 0)).toBeUndefined()
})

test('speeds and duplex are offered as the device takes them', () => {
  const of = (name: string, values: object, can: PortChoices) =>
    fieldsOf('port', 'LAN1', values as Record<string, unknown>, can)
      .find((one) => one.name === name)
      ?.options?.map(({ id }) => id)
  const ap: PortChoices = { speeds: [100, 1000], negotiates: 1, duplexes: [] }
  const core: PortChoices = { speeds: [1000, 25_000], negotiates: 0, duplexes: ['full'] }
  expect([of('speed', {}, ap), of('duplex', {}, ap)]).toEqual([[0, 100, 1000], undefined])
  expect([of('speed', {}, core), of('duplex', {}, core)]).toEqual([[1000, 25_000], undefined])
  expect(of('duplex', {}, ports)).toEqual(['full', 'half'])
  // a value that is already set stays visible and removable
  expect(of('duplex', { duplex: 'full' }, core)).toBeUndefined()
  expect(of('duplex', { duplex: 'full' }, ap)).toEqual(['full'])
  expect([of('speed', { speed: 40_000 }, core), of('duplex', { duplex: 'half' }, core)]).toEqual([
    [1000, 25_000, 40_000],
    ['full', 'half'],
  ])
  expect(of('speed', {}, { speeds: [], negotiates: 0, duplexes: [] })).toBeUndefined()
})

test('a limit of the rate of a port is shown where it is set, and offered nowhere', () => {
  const names = (values: Record<string, unknown>) => fieldsOf('port', 'LAN1', values, ports).map(({ name }) => name)
  expect(names({ up_kbps: 0 })).not.toContain('up_kbps')
  expect(names({ up_kbps: 500 })).toContain('up_kbps')
})
