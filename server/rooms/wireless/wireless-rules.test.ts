import { expect, test } from 'vitest'
import { bandsOfCapabilities, faultsOf, type NetworkInput, type RadioInput } from './wireless-rules.ts'

const none: ReadonlySet<string> = new Set()
const network = (more: Partial<NetworkInput>): NetworkInput => ({ key: 'Guest', ...more })
const radio = (more: Partial<RadioInput>): RadioInput => ({ band: '5g', ...more })

test.each<[string, Partial<NetworkInput>, string[]]>([
  ['an open one', { security: 'Disable' }, []],
  ['a key is needed', { security: 'WPA2PSK' }, ['networks.0.password']],
  ['a key is there', { security: 'WPA2PSK', password: 'rain-and-wind' }, []],
  ['a server is needed', { security: 'WPA2' }, ['networks.0.radius_host', 'networks.0.radius_secret']],
  [
    'WPA3 without TKIP',
    { security: 'WPA2PSKWPA3PSK', password: 'rain-and-wind', cipher: 'TKIPAES' },
    ['networks.0.cipher'],
  ],
  ['6 GHz is for WPA3', { security: 'WPA2PSK', password: 'rain-and-wind', bands: ['6g'] }, ['networks.0.bands']],
  ['a name too long in UTF-8', { ssid: '湖畔酒店大堂贵宾无线网络' }, ['networks.0.ssid']],
  ['but not in GB2312', { ssid: '湖畔酒店大堂贵宾无线网络', encoding: 'GB2312' }, []],
  ['one that goes needs nothing', { security: 'WPA2PSK', remove: 1 }, []],
])('%s', (_, more, places) => {
  expect(Object.keys(faultsOf({ networks: [network(more)] }, none))).toEqual(places)
})

test('secrets that are set can be omitted', () => {
  expect(faultsOf({ networks: [network({ security: 'WPA2PSK' })] }, new Set(['Guest']))).toEqual({})
})

test.each<[string, Partial<RadioInput>, string[]]>([
  ['100 is for the United States', { region: 'CN', channel: 100 }, ['radios.0.channel']],
  ['there it is fine', { region: 'US', channel: 100 }, []],
  ['165 has no room for 80 MHz', { region: 'CN', channel: 165, bandwidth: '80' }, ['radios.0.channel']],
  ['36 at 80 MHz', { region: 'CN', channel: 36, bandwidth: '80', mode: 17 }, []],
  ['automatic is always fine', { region: 'CN', channel: 0 }, []],
  ['a mode of 2.4 GHz', { mode: 16 }, ['radios.0.mode']],
  ['20 MHz alone is of 2.4 GHz', { bandwidth: '20' }, ['radios.0.bandwidth']],
  ['12 at 2.4 GHz in the United States', { band: '2g', region: 'US', channel: 12 }, ['radios.0.channel']],
  ['12 at 2.4 GHz in China', { band: '2g', region: 'CN', channel: 12, bandwidth: '20', mode: 9 }, []],
])('%s', (_, more, places) => {
  expect(Object.keys(faultsOf({ radios: [radio(more)] }, none))).toEqual(places)
})

test('duplicates are refused', () => {
  const twice = faultsOf({ networks: [network({}), network({})], radios: [radio({}), radio({})] }, none)
  expect(Object.keys(twice)).toEqual(['networks.1.key', 'radios.1.band'])
})

test('bands that a device reports', () => {
  expect(bandsOfCapabilities({ wifi: { a: { band: ['5G'] }, b: { band: ['2G'] } } })).toEqual(new Set(['5g', '2g']))
  expect(bandsOfCapabilities({})).toBeUndefined()
})
