import { anyOf, type SchemaRule } from '../document-schema.ts'
import { captive } from './captive.ts'
import { localUser } from './wireless.ts'

const selector =
  'string =CS0|CS1|CS2|CS3|CS4|CS5|CS6|CS7|AF11|AF12|AF13|AF21|AF22|AF23|AF31|AF32|AF33|AF41|AF42|AF43|DF|EF|VA|LE'

/** The services of the device. */
export const services: SchemaRule = {
  lldp: { describe: 'string', location: 'string' },
  ssh: {
    port: 'integer ..65535',
    'authorized-keys': ['string'],
    'password-authentication': 'boolean',
    'idle-timeout': 'integer ..600',
  },
  ntp: { servers: ['string :uc-host'] },
  log: {
    host: 'string :uc-host',
    port: 'integer 100..65535',
    proto: 'string =tcp|udp',
    size: 'integer 32..',
    priority: 'integer 0..',
  },
  igmp: { enable: 'boolean' },
  ieee8021x: {
    mode: 'string =radius|user',
    'select-ports': ['string'],
    users: [localUser],
    radius: {
      'nas-identifier': 'string',
      'auth-server-addr': 'string :uc-host',
      'auth-server-port': 'integer 1024..65535',
      'auth-server-secret': 'string',
      'acct-server-addr': 'string :uc-host',
      'acct-server-port': 'integer 1024..65535',
      'acct-server-secret': 'string',
      'coa-server-addr': 'string :uc-host',
      'coa-server-port': 'integer 1024..65535',
      'coa-server-secret': 'string',
      'mac-address-bypass': 'boolean',
    },
  },
  'radius-proxy': {
    'proxy-secret': 'string',
    realms: [
      anyOf(
        {
          protocol: 'string =radsec',
          realm: ['string'],
          'auto-discover': 'boolean',
          host: 'string :uc-host',
          port: 'integer ..65535',
          secret: 'string',
          'use-local-certificates': 'boolean',
          'ca-certificate': 'string',
          certificate: 'string',
          'private-key': 'string',
          'private-key-password': 'string',
          'status-server': 'string =off|on|minimal|auto',
        },
        {
          protocol: 'string =radius',
          realm: ['string'],
          'auth-server': 'string :uc-host',
          'auth-port': 'integer 1024..65535',
          'auth-secret': 'string',
          'acct-server': 'string :uc-host',
          'acct-port': 'integer 1024..65535',
          'acct-secret': 'string',
        },
        { protocol: 'string =block', realm: ['string'], message: 'string' },
      ),
    ],
  },
  'online-check': {
    'ping-hosts': ['string :uc-host'],
    'download-hosts': ['string'],
    'check-interval': 'number',
    'check-threshold': 'number',
    action: ['string =wifi|leds'],
  },
  'data-plane': { 'ingress-filters': [{ name: 'string', program: 'string :uc-base64' }] },
  'quality-of-service': {
    'select-ports': ['string'],
    'bandwidth-up': 'integer',
    'bandwidth-down': 'integer',
    'bulk-detection': { dscp: selector, 'packets-per-second': 'number' },
    services: ['string'],
    classifier: [
      {
        dscp: selector,
        ports: [{ protocol: 'string =any|tcp|udp', port: 'integer', 'range-end': 'integer', reclassify: 'boolean' }],
        dns: [{ fqdn: 'string :uc-fqdn', 'suffix-matching': 'boolean', reclassify: 'boolean' }],
      },
    ],
  },
  'airtime-fairness': {
    'voice-weight': 'number',
    'packet-threshold': 'number',
    'bulk-threshold': 'number',
    'priority-threshold': 'number',
    'weight-normal': 'number',
    'weight-priority': 'number',
    'weight-bulk': 'number',
  },
  captive: captive,
  gps: { 'adjust-time': 'boolean', 'baud-rate': 'integer =2400|4800|9600|19200' },
  'dhcp-relay': {
    'select-ports': ['string'],
    vlans: [
      {
        'vlan!': 'number 1..4094',
        'relay-server!': 'string :uc-ip',
        'circuit-id-format': 'string =vlan-id|ap-mac|ssid',
        'remote-id-format': 'string =vlan-id|ap-mac|ssid',
      },
    ],
  },
  'admin-ui': {
    'wifi-ssid': 'string 1..32',
    'wifi-key': 'string 8..63',
    'wifi-bands': ['string =2G|5G|5G-lower|5G-upper|6G|HaLow'],
    'offline-trigger': 'number',
  },
  rrm: {
    'beacon-request-assoc': 'boolean',
    'station-stats-interval': 'number',
    chanutil: {
      interval: 'number 240..',
      threshold: 'number 0..99',
      'consecutive-threshold-breach': 'integer 1..',
      algo: 'string',
    },
  },
  fingerprint: {
    mode: 'string =polled|final|raw',
    'minimum-age': 'number',
    'maximum-age': 'number',
    periodicity: 'number',
    'allow-wan': 'boolean',
  },
  snmpd: {
    agent: { agentaddress: 'string' },
    access: {
      public_access: {
        context: 'string',
        group: 'string',
        level: 'string',
        notify: 'string',
        prefix: 'string',
        read: 'string',
        version: 'string',
        write: 'string',
      },
      private_access: {
        context: 'string',
        group: 'string',
        level: 'string',
        notify: 'string',
        prefix: 'string',
        read: 'string',
        version: 'string',
        write: 'string',
      },
    },
    agentx: { type: 'string' },
    com2sec: {
      public: { community: 'string', secname: 'string', source: 'string' },
      private: { community: 'string', secname: 'string', source: 'string' },
    },
    general: { enabled: 'boolean' },
    pass: [{ miboid: 'string', name: 'string', prog: 'string' }],
    group: {
      public_v1: { group: 'string', secname: 'string', version: 'string' },
      private_v1: { group: 'string', secname: 'string', version: 'string' },
      private_v2c: { group: 'string', secname: 'string', version: 'string' },
      public_v2c: { group: 'string', secname: 'string', version: 'string' },
    },
    system: { sysContact: 'string', sysLocation: 'string', sysName: 'string' },
    view: { oid: 'string', type: 'string', viewname: 'string' },
  },
  'dhcp-inject': { 'select-ports': ['string'] },
}
