import { oneOf, type SchemaRule } from '../document-schema.ts'

/** Radios. */
export const radio: SchemaRule = {
  band: 'string =2G|5G|5G-lower|5G-upper|6G|HaLow',
  bandwidth: 'integer =5|10|20',
  channel: oneOf('integer 1..233', 'string ==auto'),
  'valid-channels': ['integer 1..233'],
  'acs-exclude-6ghz-non-psc': 'boolean',
  country: 'string 2..2',
  'allow-dfs': 'boolean',
  'channel-mode': 'string =HT|VHT|HE|EHT',
  'channel-width': 'integer =1|2|4|8|20|40|80|160|320|8080',
  enable: 'boolean',
  'require-mode': 'string =HT|VHT|HE',
  mimo: 'string =1x1|2x2|3x3|4x4|5x5|6x6|7x7|8x8',
  'tx-power': 'integer 0..30',
  'legacy-rates': 'boolean',
  'maximum-clients': 'integer',
  'maximum-clients-ignore-probe': 'boolean',
  rates: {
    beacon: 'integer =0|1000|2000|5500|6000|9000|11000|12000|18000|24000|36000|48000|54000',
    multicast: 'integer =0|1000|2000|5500|6000|9000|11000|12000|18000|24000|36000|48000|54000',
  },
  'he-settings': { 'multiple-bssid': 'boolean', ema: 'boolean', 'bss-color': 'integer 0..64' },
  'he-6ghz-settings': {
    'power-type': 'string =indoor-power-indoor|standard-power|very-low-power',
    controller: 'string',
    'ca-certificate': 'string :uc-base64',
    'serial-number': 'string',
    'request-id': 'string',
    'certificate-ids': 'string',
    'minimum-power': 'number',
    'frequency-ranges': ['string'],
    'operating-classes': ['number'],
    'access-token': 'string',
  },
  'hostapd-iface-raw': ['string'],
}
