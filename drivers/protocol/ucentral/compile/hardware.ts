import { type Json, isObject, objectsIn, textsIn } from '../../../kit/compile/draft.ts'

export type Band = '2G' | '5G' | '6G'

/** The capabilities of the radios of one band, combined. */
export interface RadioCan {
  channels: readonly number[]
  /** DFS channels, on which radar has priority. */
  dfs: readonly number[]
  /** Such as `HE80`. */
  modes: readonly string[]
}

/** The capabilities of a device. Unreported ones are undefined: then no setting is refused because of them. */
export interface Hardware {
  /** Ports by their names in configurations. */
  ports: readonly string[] | undefined
  /** Empty: it has no radios. */
  radios: ReadonlyMap<Band, RadioCan> | undefined
  /** No radio is newer than 802.11n: their firmware does not support WPA3. */
  old: boolean
  countries: readonly string[] | undefined
  /** PoE ports; empty: none. */
  poe: readonly string[] | undefined
  /** Watt. */
  poeBudget: number | undefined
  features: readonly string[] | undefined
  /** Region lock set by the vendor. */
  locked: { dfs: boolean; ssh: boolean }
  /** Form factors by port, of clients that list them. */
  forms: Readonly<Record<string, string>>
}

/** Nothing is locked. */
export const unlocked: Hardware['locked'] = { dfs: false, ssh: false }

/** Cached by capabilities, which many compilations share. */
const known = new WeakMap<Json, Hardware>()

/** Compared by their text: devices of a model report the same capabilities except for identifiers. */
const models = new Map<string, Hardware>()
const MOST_MODELS = 500

function once(capabilities: Json, make: (capabilities: Json) => Hardware): Hardware {
  let hardware = known.get(capabilities)
  if (!hardware) known.set(capabilities, (hardware = ofModel(make(capabilities))))
  return hardware
}

/** The same object for devices with equal capabilities. */
function ofModel(made: Hardware): Hardware {
  const text = JSON.stringify([made, made.radios && [...made.radios]])
  const one = models.get(text) ?? made
  if (models.size >= MOST_MODELS) models.clear()
  models.set(text, one)
  return one
}

export const apHardware = (capabilities: Json): Hardware => once(capabilities, readAp)
export const switchHardware = (capabilities: Json): Hardware => once(capabilities, readSwitch)

function readAp(capabilities: Json): Hardware {
  const { network, country_codes, wifi, platform } = capabilities
  const restrictions = isObject(capabilities['restrictions']) ? capabilities['restrictions'] : {}
  const only = textsIn(restrictions['country'])
  const isAp = typeof platform === 'string' && platform.toLowerCase() === 'ap'
  const radios = isObject(wifi) ? radiosOf(wifi) : isAp ? undefined : new Map<Band, RadioCan>()
  const ports = isObject(network) ? apPorts(network) : undefined
  return {
    ports,
    radios,
    old: isOld(radios),
    countries: only.length > 0 ? only : Array.isArray(country_codes) ? textsIn(country_codes) : undefined,
    // the client numbers PoE ports as its LAN ports; no capability lists which ones have PoE
    poe: ports?.filter((name) => /^LAN\d/.test(name)),
    poeBudget: undefined,
    features: undefined,
    locked: { dfs: restrictions['dfs'] === true, ssh: restrictions['ssh'] === true },
    forms: {},
  }
}

/** `WAN` when there is one, else `WAN1`, `WAN2` …: the client numbers several. */
function apPorts(network: Json): string[] {
  const count = (role: string) => (Array.isArray(network[role]) ? network[role].length : 0)
  const named = (name: string, n: number) =>
    n === 1 ? [name] : Array.from({ length: n }, (_, at) => `${name}${at + 1}`)
  return [...named('WAN', count('wan')), ...named('LAN', count('lan'))]
}

function radiosOf(wifi: Json): Map<Band, RadioCan> {
  const radios = new Map<Band, RadioCan>()
  for (const phy of Object.values(wifi)) {
    if (!isObject(phy)) continue
    for (const text of textsIn(phy['band'])) {
      const band = text.slice(0, 2).toUpperCase() as Band
      const other = radios.get(band)
      radios.set(band, {
        channels: [...(other?.channels ?? []), ...numbersIn(phy['channels'])],
        dfs: [...(other?.dfs ?? []), ...numbersIn(phy['dfs_channels'])],
        modes: [...(other?.modes ?? []), ...textsIn(phy['htmode'])],
      })
    }
  }
  return radios
}

function isOld(radios: Hardware['radios']): boolean {
  const modes = [...(radios?.values() ?? [])].flatMap((one) => one.modes)
  return modes.length > 0 && modes.every((mode) => mode.startsWith('HT'))
}

const numbersIn = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((one): one is number => typeof one === 'number') : []

function readSwitch(capabilities: Json): Hardware {
  const list = objectsIn(capabilities['port-list']).flatMap(({ one }) => textsIn([one['name']]))
  const poe = isObject(capabilities['poe-capabilities']) ? capabilities['poe-capabilities'] : undefined
  const budget = poe?.['power-budget']
  return {
    ports: list.length > 0 ? list : undefined,
    radios: new Map(),
    old: false,
    countries: undefined,
    // a client that lists its ports lists their PoE as well; older ones report neither
    poe: poe ? textsIn(poe['poe-ports']) : list.length > 0 ? [] : undefined,
    poeBudget: typeof budget === 'number' ? budget : undefined,
    features: Array.isArray(capabilities['supported-features'])
      ? textsIn(capabilities['supported-features'])
      : undefined,
    locked: unlocked,
    forms: formsOf(capabilities['port-capabilities']),
  }
}

function formsOf(reported: unknown): Record<string, string> {
  const list = isObject(reported) ? objectsIn(reported['ports-list']) : []
  return Object.fromEntries(
    list.flatMap(({ one: { type, ports } }) =>
      typeof type === 'string' ? textsIn(ports).map((name) => [name, type] as const) : [],
    ),
  )
}

/** The device's ports for a name; `*` at the end matches any suffix. Undefined: the device does not report its ports. */
export function portsNamed(ports: readonly string[] | undefined, name: string): string[] | undefined {
  if (ports === undefined) return undefined
  return name.endsWith('*')
    ? ports.filter((one) => one.startsWith(name.slice(0, -1)))
    : ports.filter((one) => one === name)
}
