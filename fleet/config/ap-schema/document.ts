import { anyOf, listOf, type SchemaRule } from '../document-schema.ts'
import { network } from './network.ts'
import { radio } from './radio.ts'
import { services } from './daemons.ts'

const selectors: SchemaRule = [
  'string =CS0|CS1|CS2|CS3|CS4|CS5|CS6|CS7|AF11|AF12|AF13|AF21|AF22|AF23|AF31|AF32|AF33|AF41|AF42|AF43|DF|EF|VA|LE',
]

const metrics: SchemaRule = {
  statistics: { interval: 'integer 60..', types: ['string =ssids|lldp|clients|tid-stats'] },
  health: {
    interval: 'integer 60..',
    'dhcp-local': 'boolean',
    'dhcp-remote': 'boolean',
    'dns-local': 'boolean',
    'dns-remote': 'boolean',
  },
  'wifi-frames': {
    filters: [
      'string =probe|auth|assoc|disassoc|deauth|local-deauth|inactive-deauth|key-mismatch|beacon-report|radar-detected|sta-authorized|ft-finish',
    ],
  },
  'dhcp-snooping': { filters: ['string =ack|discover|offer|request|solicit|reply|renew'] },
  'wifi-scan': { interval: 'integer', verbose: 'boolean', 'information-elements': 'boolean' },
  telemetry: { interval: 'integer', types: ['string'] },
  realtime: { types: ['string'] },
}

/**
 * A document of an access point, written independently from the facts of the published schema.
 * `scripts/check/compare-ucentral-schema.ts` reports differences.
 */
export const apDocument: SchemaRule = {
  strict: 'boolean',
  uuid: 'integer',
  unit: {
    name: 'string',
    hostname: 'string :hostname',
    location: 'string',
    timezone: 'string',
    'leds-active': 'boolean',
    'random-password': 'boolean',
    'system-password': 'string',
    'beacon-advertisement': { 'device-name': 'boolean', 'device-serial': 'boolean', 'network-id': 'integer' },
  },
  globals: {
    'ipv4-network': 'string :uc-cidr4',
    'ipv6-network': 'string :uc-cidr6',
    'wireless-multimedia': anyOf(
      {
        UP0: selectors,
        UP1: selectors,
        UP2: selectors,
        UP3: selectors,
        UP4: selectors,
        UP5: selectors,
        UP6: selectors,
        UP7: selectors,
      },
      { profile: 'string =enterprise|rfc8325|3gpp' },
    ),
  },
  definitions: { 'wireless-encryption': 'object' },
  ethernet: [
    {
      'select-ports': ['string'],
      speed: 'integer =10|100|1000|2500|5000|10000',
      enabled: 'boolean',
      services: ['string'],
      poe: { 'admin-mode': 'boolean' },
    },
  ],
  switch: {
    'port-mirror': [{ 'monitor-ports': ['string'], 'analysis-port': 'string' }],
    'loop-detection': { protocol: 'string =rstp', roles: ['string =upstream|downstream'] },
  },
  radios: [radio],
  interfaces: [network],
  services,
  metrics,
  'config-raw': [listOf(2, 'string')],
  timeouts: { offline: 'integer', orphan: 'integer', validate: 'integer' },
  'third-party': 'object',
}
