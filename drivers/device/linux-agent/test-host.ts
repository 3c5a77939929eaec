import type { Json } from '../../kit/compile/draft.ts'
import { readRecordings } from '../../kit/play-recording.ts'
import { readConnect } from '../../protocol/ucentral/protocol.ts'

/** The capabilities of the recorded agent. */
export const can = readConnect(
  readRecordings(new URL('.', import.meta.url)).get('connect')?.[0]?.params ?? {},
).capabilities
/** The settings of an unconfigured host. */
export const base: Json = {
  unit: { name: 'gw-lab', hostname: 'gw-lab', timezone: 'UTC' },
  interfaces: [
    { name: 'wan', role: 'upstream', ethernet: [{ 'select-ports': ['eth0'] }], ipv4: { addressing: 'dynamic' } },
    {
      name: 'lan',
      role: 'downstream',
      ethernet: [{ 'select-ports': ['br0'] }],
      ipv4: { addressing: 'static', subnet: '192.168.7.1/24' },
    },
  ],
}
/** Members of the document that every agent supports. */
export const members = new Set([
  'unit',
  'name',
  'hostname',
  'timezone',
  'interfaces',
  'role',
  'ethernet',
  'select-ports',
  'ipv4',
  'addressing',
  'subnet',
  'gateway',
  'use-dns',
])
