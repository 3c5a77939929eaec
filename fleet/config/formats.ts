import { isIP, isIPv4, isIPv6 } from 'node:net'

interface Format {
  name: string
  is(text: string): boolean
}

const label = /^([a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]{0,61}[a-zA-Z0-9])$/
const areLabels = (text: string) => text.length <= 255 && text.split('.').every((one) => label.test(one))
/** The clients' own test accepts any value. */
const isHost = (text: string) => isIP(text) !== 0 || areLabels(text)

function isRange(text: string): boolean {
  const [, from = '', , to = from] = /^(\d+)(-(\d+))?$/.exec(text) ?? []
  const whole = [from, to].every((one) => /^(0|[1-9]\d*)$/.test(one))
  return whole && Number(from) <= 65_535 && Number(to) <= 65_535 && Number(to) >= Number(from)
}

/** `auto`, or an address of one of these kinds, and the longest prefix. */
function isNetwork(text: string, longest: (address: string) => number): boolean {
  const [, address = '', prefix = ''] = /^(auto|[0-9a-fA-F:.]+)\/(\d+)$/.exec(text) ?? []
  return address !== '' && Number(prefix) <= longest(address)
}

const none = -1
const formats: Readonly<Record<string, Format>> = {
  'uc-cidr4': {
    name: 'IPv4 CIDR',
    is: (text) => isNetwork(text, (one) => (one === 'auto' || isIPv4(one) ? 32 : none)),
  },
  'uc-cidr6': {
    name: 'IPv6 CIDR',
    is: (text) => isNetwork(text, (one) => (one === 'auto' || isIPv6(one) ? 128 : none)),
  },
  'uc-mac': { name: 'MAC address', is: (text) => /^([0-9a-f]{2}:){5}[0-9a-f]{2}$/i.test(text) },
  'uc-mobility': { name: 'Mobility Domain', is: (text) => /^[0-9a-f]{4}$/i.test(text) },
  'uc-host': { name: 'hostname or IP address', is: isHost },
  'uc-timeout': { name: 'timeout value', is: (text) => /^\d+[smhdw]$/.test(text) },
  'uc-base64': {
    name: 'base64 encoded data',
    is: (text) => /^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text),
  },
  'uc-portrange': { name: 'network port range', is: isRange },
  'uc-fqdn': { name: 'fully qualified domain name', is: (text) => areLabels(text) && text.includes('.') },
  'uc-ip': { name: 'IPv4 or IPv6 address', is: (text) => isIP(text) !== 0 },
  hostname: { name: 'hostname', is: areLabels },
  ipv4: { name: 'IPv4 address', is: isIPv4 },
  ipv6: { name: 'IPv6 address', is: isIPv6 },
  uri: {
    name: 'URI',
    is: (text) => text.startsWith('data:') || isHost(/^[a-z+-]+:\/\/([^/]+)/.exec(text)?.[1] ?? ''),
  },
}

export const isFormat = (format: string, text: string): boolean => formats[format]?.is(text) ?? true
export const nameOfFormat = (format: string): string => formats[format]?.name ?? format
