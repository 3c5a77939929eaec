import { anyOf, listOf, oneOf, type SchemaRule } from '../document-schema.ts'
import { ssid } from './wireless.ts'

/** One network of the device. */
export const network: SchemaRule = {
  name: 'string',
  role: 'string =upstream|downstream',
  'isolate-hosts': 'boolean',
  metric: 'integer 0..4294967295',
  mtu: 'integer 1280..1600',
  services: ['string'],
  'vlan-awareness': { first: 'integer', last: 'integer' },
  'ieee8021x-ports': ['string'],
  vlan: { id: 'integer ..4050', proto: 'string =802.1ad|802.1q' },
  bridge: { mtu: 'integer 256..65535', 'tx-queue-len': 'integer', 'isolate-ports': 'boolean' },
  ethernet: [
    {
      'select-ports': ['string'],
      multicast: 'boolean',
      learning: 'boolean',
      isolate: 'boolean',
      macaddr: 'string :uc-mac',
      'reverse-path-filter': 'boolean',
      'vlan-tag': 'string =tagged|un-tagged|auto',
    },
  ],
  ipv4: {
    addressing: 'string =dynamic|static|none',
    subnet: 'string :uc-cidr4',
    gateway: 'string :ipv4',
    'send-hostname': 'boolean',
    'vendor-class': 'string',
    'request-options': ['integer 1..255'],
    'use-dns': ['string :ipv4'],
    'disallow-upstream-subnet': ['string :uc-cidr4'],
    dhcp: {
      'lease-first': 'integer',
      'lease-count': 'integer',
      'lease-time': 'string :uc-timeout',
      'use-dns': anyOf('string :ipv4', ['string :ipv4']),
    },
    'dhcp-leases': [
      {
        macaddr: 'string :uc-mac',
        'static-lease-offset': 'integer',
        'lease-time': 'string :uc-timeout',
        'publish-hostname': 'boolean',
      },
    ],
    'port-forward': [
      {
        protocol: 'string =tcp|udp|any',
        'external-port!': 'integer|string 0..65535 :uc-portrange',
        'internal-address!': 'string :ipv4',
        'internal-port': 'integer|string 0..65535 :uc-portrange',
      },
    ],
  },
  ipv6: {
    addressing: 'string =dynamic|static',
    subnet: 'string :uc-cidr6',
    gateway: 'string :ipv6',
    'prefix-size': 'integer 0..64',
    dhcpv6: {
      mode: 'string =hybrid|stateless|stateful|relay',
      'announce-dns': ['string :ipv6'],
      'filter-prefix': 'string :uc-cidr6',
    },
    'port-forward': [
      {
        protocol: 'string =tcp|udp|any',
        'external-port!': 'integer|string 0..65535 :uc-portrange',
        'internal-address!': 'string :ipv6',
        'internal-port': 'integer|string 0..65535 :uc-portrange',
      },
    ],
    'traffic-allow': [
      {
        protocol: 'string',
        'source-address': 'string :uc-cidr6',
        'source-ports': listOf(1, 'integer|string 0..65535 :uc-portrange'),
        'destination-address!': 'string :ipv6',
        'destination-ports': listOf(1, 'integer|string 0..65535 :uc-portrange'),
      },
    ],
  },
  'broad-band': oneOf(
    {
      protocol: 'string ==wwan',
      'modem-type': 'string =qmi|mbim|wwan',
      'access-point-name': 'string',
      'authentication-type': 'string =none|pap|chap|pap-chap',
      'pin-code': 'string',
      'user-name': 'string',
      password: 'string',
      'packet-data-protocol': 'string =ipv4|ipv6|dual-stack',
    },
    { protocol: 'string ==pppoe', 'user-name': 'string', password: 'string' },
  ),
  ssids: [ssid],
  tunnel: oneOf(
    { proto: 'string ==mesh' },
    { proto: 'string ==vxlan', 'peer-address': 'string :ipv4', 'peer-port': 'integer 1..65535' },
    { proto: 'string ==l2tp', server: 'string :ipv4', 'user-name': 'string', password: 'string' },
    {
      mtu: 'integer 68..1500',
      proto: 'string ==gre',
      'peer-address': 'string :ipv4',
      'dhcp-healthcheck': 'boolean',
      'dont-fragment': 'boolean',
    },
    {
      mtu: 'integer 1280..1500',
      proto: 'string ==gre6',
      'peer-address': 'string :ipv6',
      'dhcp-healthcheck': 'boolean',
    },
  ),
}
