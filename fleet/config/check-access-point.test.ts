import { expect, test } from 'vitest'
import { builtConfig } from '../documents/built-config.ts'
import { FleetSite } from '../model/site.ts'
import { demo } from '../scenarios/demo.ts'
import { checkAccessPointConfig } from './check-access-point.ts'
import type { LooseDocument } from './check-config.ts'

const { nodes } = new FleetSite(demo.sites(demo.devices)[0] as never, { seed: 1, device: 0, terminal: 0 })
const node = nodes.find(({ model }) => model.model === 'SA-360') as (typeof nodes)[number]

const uplink = { role: 'upstream', ethernet: [{ 'select-ports': ['WAN*'] }], ipv4: { addressing: 'dynamic' } }
const open = { encryption: { proto: 'none' } }
const said = (config: LooseDocument) => {
  const { errors, warnings, broken } = checkAccessPointConfig(node, { interfaces: [uplink], ...config })
  return broken ? [...errors, ...warnings, 'broken'] : [...errors, ...warnings]
}
const ssid = (more: LooseDocument) => ({
  interfaces: [{ ...uplink, ssids: [{ name: 'Shop', 'wifi-bands': ['5G'], ...more }] }],
})

test('the factory document is accepted', () => {
  for (const one of nodes.filter(({ model }) => model.type === 'ap'))
    expect(checkAccessPointConfig(one, builtConfig(one)), one.hostname).toEqual({
      errors: [],
      warnings: [],
      broken: false,
    })
})

// each result was verified with the clients' own schema reader
test.each<[string, LooseDocument, string]>([
  [
    'a speed of switches',
    { ethernet: [{ speed: 25_000 }] },
    '[E] (In /ethernet/0/speed) Value must be one of 10, 100, 1000, 2500, 5000 or 10000',
  ],
  [
    'a text instead of a number',
    { radios: [{ band: '5G', 'tx-power': 'x' }] },
    '[E] (In /radios/0/tx-power) Value must be of type integer',
  ],
  [
    'too much',
    { radios: [{ band: '5G', 'tx-power': 31 }] },
    '[E] (In /radios/0/tx-power) Value must be lower than or equal to 30',
  ],
  [
    'a VLAN number above the limit',
    { interfaces: [{ ...uplink, vlan: { id: 4051 } }] },
    '[E] (In /interfaces/0/vlan/id) Value must be lower than or equal to 4050',
  ],
  [
    '33 bytes',
    ssid({ name: 'é'.repeat(17), ...open }),
    '[E] (In /interfaces/0/ssids/0/name) Value must be at most 32 characters long',
  ],
  [
    'a short key',
    ssid({ encryption: { proto: 'psk2', key: 'short' } }),
    '[E] (In /interfaces/0/ssids/0/encryption/key) Value must be at least 8 characters long',
  ],
  [
    'an invalid subnet',
    { interfaces: [{ ...uplink, ipv4: { subnet: '10.0.0.1' } }] },
    '[E] (In /interfaces/0/ipv4/subnet) Value must be a valid IPv4 CIDR',
  ],
  [
    'a missing required member',
    { interfaces: [{ role: 'downstream', ipv4: { 'port-forward': [{ 'external-port': 80 }] } }] },
    '[E] (In /interfaces/0/ipv4/port-forward/0) Value is required',
  ],
  ['too few', { 'config-raw': [['set']] }, '[E] (In /config-raw/0) Value must have at least 2 items'],
  ['an object instead of a list', { interfaces: {} }, '[E] (In /interfaces) Value must be of type array'],
  [
    'no matching variant',
    { radios: [{ band: '5G', channel: 999 }] },
    '[E] (In /radios/0/channel) Value must match exactly one of the following constraints:\n\t - must be lower than or equal to 233\n- or -\n\t - must be of type string and\n\t - must have value "auto"',
  ],
])('refused: %s', (_, config, text) => {
  expect(said(config)).toEqual([text])
})

test('unknown members are ignored', () => {
  expect(said({ ethernet: [{ 'select-ports': ['LAN'], duplex: 'half' }], whatever: [1] })).toEqual([])
})

test.each<[string, LooseDocument, string[]]>([
  [
    'no radio for the band',
    { radios: [{ band: '6G' }] },
    ["[W] (In /radios/0) Can't find any suitable radio phy for band 6G radio settings"],
  ],
  [
    'an SSID without a radio',
    ssid({ 'wifi-bands': ['6G'], ...open }),
    ["[W] (In /interfaces/0/ssids/0) Can't find any suitable radio phy for SSID 'Shop' settings"],
  ],
  [
    'a mode that the radio does not support',
    { radios: [{ band: '2G' }] },
    ['[W] (In /radios/0) Selected radio does not support requested HT mode HE80, falling back to HE20'],
  ],
  [
    'a channel inside a block',
    { radios: [{ band: '5G', channel: 40 }] },
    ['[W] (In /radios/0) Selected radio does not support requested channel 40, falling back to ACS'],
  ],
  [
    'an SSID without its key',
    ssid({ encryption: { proto: 'psk2' } }),
    ["[W] (In /interfaces/0/ssids/0) Can't find any valid encryption settings", 'broken'],
  ],
  [
    'a static uplink without name servers',
    { interfaces: [{ ...uplink, ipv4: { addressing: 'static', subnet: '10.0.0.2/24', gateway: '10.0.0.1' } }] },
    ['broken'],
  ],
  [
    'no uplink',
    { interfaces: [{ role: 'downstream' }] },
    [
      '[E] (In /) Configuration must contain at least one valid upstream interface. Rejecting whole file',
      'Rejecting config due to strict-mode validation',
    ],
  ],
  [
    'one port in two uplinks',
    { interfaces: [uplink, uplink] },
    ['[E] (In /) duplicate usage of un-tagged ports: WAN (eth0)', 'Rejecting config due to strict-mode validation'],
  ],
  [
    'strict',
    { strict: true, radios: [{ band: '6G' }] },
    [
      "[W] (In /radios/0) Can't find any suitable radio phy for band 6G radio settings",
      'Rejecting config due to strict-mode validation',
    ],
  ],
])('rendered: %s', (_, config, texts) => {
  const all = said(config)
  expect(all.slice(0, texts.length)).toEqual(texts)
})
