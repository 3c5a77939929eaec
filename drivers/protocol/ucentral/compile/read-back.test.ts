import { expect, test } from 'vitest'
import type { Effective } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import { Draft } from '../../../kit/compile/draft.ts'
import { firstApDocument } from './first-document.ts'
import { apHardware } from './hardware.ts'
import { compileNetworks } from './networks.ts'
import { compilePorts } from './ports.ts'
import { compileRadios } from './radio.ts'
import { readBack } from './read-back.ts'
import { compileSystem } from './system.ts'
import { compileWireless } from './wireless.ts'

const hardware = apHardware({
  platform: 'ap',
  network: { wan: ['eth0', 'eth1'], lan: ['eth2', 'eth3'] },
  wifi: { a: { band: ['2G'] }, b: { band: ['5G'] }, c: { band: ['6G'] } },
})
const can = { dhcpServer: true, pppoe: true, mostVlan: 4094, mac: true }

const desired: Effective = {
  system: { '': { name: 'lobby', timezone: 'CST-8', leds: 1, password: 'Secret-123' } },
  wan: {
    WAN: {
      type: 'static',
      subnet: '10.0.0.2/24',
      gateway: '10.0.0.1',
      dns: ['1.1.1.1'],
      ports: ['WAN1'],
      vlan: 7,
      mac: '02:00:00:00:00:01',
    },
  },
  lan: {
    guests: {
      vlan: 20,
      subnet: '10.9.0.1/24',
      dhcp: 1,
      dhcp_first: 10,
      dhcp_count: 50,
      dhcp_hours: 12,
      dns: ['9.9.9.9'],
      ports: ['LAN2'],
    },
  },
  radio: { '5g': { enable: 0, region: 'CN', channel: 36, bandwidth: '80', power: 17, max_clients: 9 } },
  wireless: {
    Shop: {
      enable: 1,
      ssid: 'Shop',
      bands: ['2g', '5g', '6g'],
      security: 'WPA2PSKWPA3PSK',
      password: 'sunny-day',
      hidden: 1,
      isolate: 0,
      network: 'guests',
      max_clients: 9,
      up_kbps: 2000,
      down_kbps: 0,
      deny: ['02:00:00:00:00:02'],
    },
    Staff: {
      enable: 1,
      ssid: 'Staff',
      bands: ['5g'],
      security: 'WPA2',
      radius_host: 'r',
      radius_port: 1812,
      radius_secret: 's',
      hidden: 0,
      isolate: 1,
      vlan: 40,
    },
  },
  port: { LAN1: { enable: 0, speed: 1000 } },
}

test('a compiled document is read back into its intents', () => {
  const draft = new Draft(firstApDocument(hardware))
  compileSystem(draft, desired, { zoneNames: false, leds: true, password: true })
  compileNetworks(draft, desired, hardware, can)
  compileRadios(draft, desired, hardware)
  compileWireless(draft, desired, hardware, can)
  compilePorts(draft, desired, hardware, {
    isolate: false,
    vlanRole: 'upstream',
    speeds: [1000],
    negotiates: true,
    duplexes: ['full', 'half'],
    powerLimit: false,
    mostVlan: 4094,
  })
  const { document, refusals } = draft.finish()
  expect(refusals).toEqual([])
  expect(readBack(document)).toMatchObject(desired)
})

test('an invalid document has no intents', () => {
  for (const odd of [{}, { interfaces: 7 }, { interfaces: [null, { role: 'x' }], radios: [{}], unit: [] }])
    expect(readBack(odd as never)).toEqual({})
})
