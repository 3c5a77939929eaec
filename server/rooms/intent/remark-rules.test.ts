import { expect, test } from 'vitest'
import { intentsAtPlace } from './remark-rules.ts'

const sent = {
  document: {
    radios: [{ band: '5G', channel: 36 }],
    interfaces: [{ name: 'WAN' }, { name: 'Shop', ssids: [{ name: 'Shop', encryption: { proto: 'psk2' } }] }],
  },
  explanation: {
    '/radios/0/channel': ['radio/5g/channel'],
    '/interfaces/1': ['lan/shop'],
    '/interfaces/1/ssids/0': ['wireless/shop'],
    '/interfaces/1/ssids/0/name': ['wireless/shop/ssid'],
    '/interfaces/1/ssids/0/encryption/proto': ['wireless/shop/security'],
  },
}

test.each([
  [{ place: '/radios/0/channel', text: '' }, ['radio/5g/channel']],
  [{ place: '/radios/0', text: '' }, ['radio/5g']],
  [{ place: '/interfaces/1/ssids/0', text: '' }, ['wireless/shop']],
  [{ place: '/interfaces/1/ssids/0/encryption', text: '' }, ['wireless/shop']],
  [{ place: '/interfaces/1/ssids/0/encryption/proto', text: '' }, ['wireless/shop/security']],
  [{ place: '/interfaces/1/ipv4', text: '' }, ['lan/shop']],
  [{ place: '/interfaces/0/ipv4', text: '' }, []],
  [{ place: '/services/ssh', text: "about 'nothing'" }, []],
  [{ text: "no phy for SSID 'Shop'" }, ['wireless/shop']],
  [{ text: 'nothing quoted' }, []],
])('%j is about %j', (remark, wishes) => expect(intentsAtPlace(sent, remark)).toEqual(wishes))
