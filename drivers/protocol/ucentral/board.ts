import { isObject, objectsIn, textsIn } from '../../kit/compile/draft.ts'
import type { DeviceFacts } from '../../kit/facts.ts'
import type { Board, BoardPort } from '../../kit/transplant.ts'
import { apHardware, switchHardware } from './compile/hardware.ts'

type Json = Record<string, unknown>

/** Ports and radios of an access point or router; reports complete the capabilities. */
export function apBoard(capabilities: Json, facts: DeviceFacts | undefined): Board {
  const { ports, radios } = apHardware(capabilities)
  // one port of a role has two names
  const names = (ports ?? namesIn(facts, /^(?:WAN|LAN)\d*$/)).filter((name, _, all) => !isAlias(name, all))
  const reported = (facts?.radios ?? []).flatMap(({ band }) => (band ? bandName(band) : []))
  return {
    ports: names.map((name) => ({ name, role: /^WAN/.test(name) ? 'wan' : 'lan' })),
    bands: radios && radios.size > 0 ? [...radios.keys()] : [...new Set(reported)],
    channels: Object.fromEntries([...(radios ?? [])].map(([band, { channels }]) => [band, channels])),
  }
}

const isAlias = (name: string, all: readonly string[]) => name.endsWith('1') && all.includes(name.slice(0, -1))

/** `2.4`, `5G` or `6` in the notation of configurations. */
const bandName = (band: string) => (/^2/.test(band) ? '2G' : /^5/.test(band) ? '5G' : /^6/.test(band) ? '6G' : [])

/** Ports of a switch, by form factor where it reports that. */
export function switchBoard(capabilities: Json, facts: DeviceFacts | undefined): Board {
  const told = isObject(capabilities['port-capabilities']) ? capabilities['port-capabilities']['ports-list'] : undefined
  const forms = objectsIn(told).flatMap(({ one: { type, ports } }): BoardPort[] =>
    textsIn(ports).map((name) => ({ name, role: typeof type === 'string' ? type : 'port' })),
  )
  const names = switchHardware(capabilities).ports ?? namesIn(facts, /^Ethernet\d+$/)
  const ports = forms.length > 0 ? forms : names.map((name) => ({ name, role: 'port' }))
  return { ports, bands: [], channels: {} }
}

const namesIn = (facts: DeviceFacts | undefined, like: RegExp): string[] =>
  (facts?.interfaces ?? []).flatMap(({ name }) => (like.test(name) ? name : []))
