import { allOf, oneOf, type SchemaRule } from '../document-schema.ts'

/** The captive portal of an SSID and of the device. */
export const captive: SchemaRule = allOf(
  oneOf(
    { 'auth-mode': 'string ==click-to-continue' },
    {
      'auth-mode': 'string ==radius',
      'auth-server': 'string :uc-host',
      'auth-port': 'integer 1024..65535',
      'auth-secret': 'string',
      'acct-server': 'string :uc-host',
      'acct-port': 'integer 1024..65535',
      'acct-secret': 'string',
      'acct-interval': 'integer',
    },
    { 'auth-mode': 'string ==credentials', credentials: [{ username: 'string', password: 'string' }] },
    {
      'auth-mode': 'string ==uam',
      'uam-port': 'integer 1024..65535',
      'uam-secret': 'string',
      'uam-server': 'string',
      nasid: 'string',
      nasmac: 'string',
      'auth-server': 'string :uc-host',
      'auth-port': 'integer 1024..65535',
      'auth-secret': 'string',
      'acct-server': 'string :uc-host',
      'acct-port': 'integer 1024..65535',
      'acct-secret': 'string',
      'acct-interval': 'integer',
      ssid: 'string',
      'mac-format':
        'string =aabbccddeeff|aa-bb-cc-dd-ee-ff|aa:bb:cc:dd:ee:ff|AABBCCDDEEFF|AA:BB:CC:DD:EE:FF|AA-BB-CC-DD-EE-FF',
      'final-redirect-url': 'string =default|uam',
      'mac-auth': 'boolean',
      'radius-gw-proxy': 'boolean',
    },
  ),
  {
    'walled-garden-fqdn': ['string'],
    'walled-garden-ipaddr': ['string :uc-ip'],
    'web-root': 'string :uc-base64',
    'web-root-url': 'string',
    'web-root-checksum': 'string',
    'idle-timeout': 'integer',
    'session-timeout': 'integer',
  },
)
