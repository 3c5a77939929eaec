import { allOf, anyOf, type SchemaRule } from '../document-schema.ts'
import { captive } from './captive.ts'

const encryption: SchemaRule = {
  proto:
    'string =none|owe|owe-transition|psk|psk2|psk-mixed|psk2-radius|wpa|wpa2|wpa-mixed|sae|sae-mixed|wpa3|wpa3-192|wpa3-mixed|mpsk-radius',
  key: 'string 8..63',
  ieee80211w: 'string =disabled|optional|required',
  'key-caching': 'boolean',
  'eap-reauth-period': 'integer 0..86400',
}

export const localUser: SchemaRule = {
  mac: 'string :uc-mac',
  'user-name': 'string 1..',
  password: 'string 8..63',
  'vlan-id': 'integer ..4096',
}

const radiusServer: SchemaRule = {
  host: 'string :uc-host',
  port: 'integer 1024..65535',
  secret: 'string',
  secondary: { host: 'string :uc-host', port: 'integer 1024..65535', secret: 'string' },
  'request-attribute': [
    anyOf(
      { 'vendor-id': 'integer 1..65535', 'vendor-attributes': [{ id: 'integer 1..255', value: 'string' }] },
      { id: 'integer 1..255', value: 'integer 0..4294967295' },
      { id: 'integer 1..255', value: 'string' },
      { id: 'integer 1..255', 'hex-value': 'string' },
    ),
  ],
}

/** One SSID. */
export const ssid: SchemaRule = {
  purpose: 'string =user-defined|onboarding-ap|onboarding-sta',
  name: 'string 1..32',
  'wifi-bands': ['string =2G|5G|5G-lower|5G-upper|6G|HaLow'],
  'bss-mode': 'string =ap|sta|mesh|wds-ap|wds-sta|wds-repeater',
  bssid: 'string :uc-mac',
  'hidden-ssid': 'boolean',
  'isolate-clients': 'boolean',
  'strict-forwarding': 'boolean',
  'power-save': 'boolean',
  'rts-threshold': 'integer 1..65535',
  'max-inactivity': 'integer',
  'broadcast-time': 'boolean',
  'unicast-conversion': 'boolean',
  services: ['string'],
  'dtim-period': 'integer 1..255',
  'maximum-clients': 'integer',
  'proxy-arp': 'boolean',
  'disassoc-low-ack': 'boolean',
  'vendor-elements': 'string',
  'tip-information-element': 'boolean',
  'fils-discovery-interval': 'integer ..20',
  encryption: encryption,
  'enhanced-mpsk': 'boolean',
  'multi-psk': anyOf([{ mac: 'string :uc-mac', key: 'string 8..63', 'vlan-id': 'integer ..4096' }], 'boolean'),
  rrm: {
    'neighbor-reporting': 'boolean',
    'reduced-neighbor-reporting': 'boolean',
    lci: 'string',
    'civic-location': 'string',
    'ftm-responder': 'boolean',
    'stationary-ap': 'boolean',
  },
  'rate-limit': { 'ingress-rate': 'integer', 'egress-rate': 'integer' },
  roaming: anyOf(
    {
      'message-exchange': 'string =air|ds',
      'generate-psk': 'boolean',
      'domain-identifier': 'string :uc-mobility',
      'pmk-r0-key-holder': 'string',
      'pmk-r1-key-holder': 'string',
      'key-aes-256': 'string 64..64',
    },
    'boolean',
  ),
  radius: {
    'nas-identifier': 'string',
    'chargeable-user-id': 'boolean',
    local: { 'server-identity': 'string', users: [localUser] },
    'dynamic-authorization': { host: 'string :uc-ip', port: 'integer 1024..65535', secret: 'string' },
    authentication: allOf(radiusServer, { 'mac-filter': 'boolean' }),
    accounting: allOf(radiusServer, { interval: 'integer 60..600' }),
    health: { username: 'string', password: 'string' },
  },
  certificates: {
    'use-local-certificates': 'boolean',
    'ca-certificate': 'string',
    certificate: 'string',
    'private-key': 'string',
    'private-key-password': 'string',
  },
  'pass-point': {
    'venue-name': ['string'],
    'venue-group': 'integer ..32',
    'venue-type': 'integer ..32',
    'venue-url': ['string :uri'],
    'auth-type': {
      type: 'string =terms-and-conditions|online-enrollment|http-redirection|dns-redirection',
      uri: 'string :uri',
    },
    'domain-name': ['string :hostname'],
    'nai-realm': ['string'],
    osen: 'boolean',
    'anqp-domain': 'integer 0..65535',
    'anqp-3gpp-cell-net': ['string'],
    'friendly-name': ['string'],
    'access-network-type': 'integer ..15',
    internet: 'boolean',
    asra: 'boolean',
    esr: 'boolean',
    uesa: 'boolean',
    hessid: 'string',
    'roaming-consortium': ['string'],
    'disable-dgaf': 'boolean',
    'ipaddr-type-available': 'integer ..255',
    'connection-capability': ['string'],
    icons: [
      {
        width: 'integer',
        height: 'integer',
        type: 'string',
        icon: 'string :uc-base64',
        language: 'string ~^[a-z][a-z][a-z]$',
      },
    ],
    'wan-metrics': { info: 'string =up|down|testing', downlink: 'integer', uplink: 'integer' },
  },
  'quality-thresholds': {
    'probe-request-rssi': 'integer',
    'association-request-rssi': 'integer',
    'client-kick-rssi': 'integer',
    'client-kick-ban-time': 'integer',
  },
  'access-control-list': { mode: 'string =allow|deny', 'mac-address': ['string :uc-mac'] },
  captive: captive,
  'vlan-awareness': { first: 'integer', last: 'integer' },
  'hostapd-bss-raw': ['string'],
}
