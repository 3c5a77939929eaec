import { expect, test } from 'vitest'
import { copyCommand, dhcpLines, fitsDhcp, gatewayJson, optionText, switchAddress } from './device-door.ts'

test('the default port is omitted, another port is written', () => {
  expect(optionText({ host: 'gw.example', port: 15002 })).toBe('gw.example')
  expect(optionText({ host: '192.0.2.7', port: 443 })).toBe('192.0.2.7:443')
})

test('an IPv6 address does not fit into the option', () => {
  expect(fitsDhcp({ host: '2001:db8::7' })).toBe(false)
  expect(fitsDhcp({ host: 'gw.example' })).toBe(true)
})

test('gateway.json has the format that the firmware reads', () => {
  expect(JSON.parse(gatewayJson({ host: 'gw.example', port: 15002 }))).toEqual({
    server: 'gw.example',
    port: 15002,
    valid: false,
    hostname_validate: 1,
    cert: '/etc/ucentral/operational.pem',
    ca: '/etc/ucentral/operational.ca',
  })
})

test('configuration lines for DHCP servers and for the switch', () => {
  const { dnsmasq, isc, kea } = dhcpLines({ host: 'gw.example', port: 15002 })
  expect(dnsmasq).toBe('dhcp-option=224,"gw.example"')
  expect(isc.split('\n')).toHaveLength(2)
  expect(JSON.parse(`{${kea}}`)['option-data'][0].data).toBe('gw.example')
  expect(switchAddress({ host: 'gw.example' })).toBe('UC_GATEWAY_ADDRESS=gw.example')
  expect(copyCommand({ host: 'gw.example' })).toContain('cp operational.ca gw.example.ca')
})
