import { isObject } from '../../kit/compile/draft.ts'
import { type Board, type Pair, pairBands, pairPorts, type Transplanted } from '../../kit/transplant.ts'

type Json = Record<string, unknown>

/** Members that name ports: `select-ports`, `monitor-ports`, `analysis-port` and similar. */
const namesPorts = (key: string) => /(?:^|-)ports?$/.test(key)

/** Moves a uCentral document to a board with other ports and radios. */
export function transplantUcentral(document: Json, from: Board, to: Board): Transplanted {
  const ports = pairPorts(from.ports, to.ports)
  const bands = pairBands(bandsOf(document, from), to.bands)
  const used = new Set<string>()
  const adjusted: string[] = []
  const moved = walk(document, '', {
    ports,
    used,
    prefixes: new Set(to.ports.map(({ name }) => prefixOf(name))),
  }) as Json
  const whole = moveRadios(dropEmptyPorts(document, moved), bands, to, adjusted)
  const role = new Map(from.ports.map(({ name, role }) => [name, role]))
  const taken = new Set([...ports.values(), ...bands.values()])
  return {
    document: whole,
    ports: [...ports].map(
      ([name, other]): Pair => ({ from: name, to: other, role: role.get(name) ?? '', used: used.has(name) }),
    ),
    radios: [...bands].map(
      ([band, other]): Pair => ({ from: band, to: other, role: 'radio', used: speaksOf(document, band) }),
    ),
    spare_ports: to.ports.map(({ name }) => name).filter((name) => !taken.has(name)),
    spare_radios: to.bands.filter((band) => !taken.has(band)),
    adjusted,
  }
}

/** From the board, else from the document: old clients do not report their radios. */
function bandsOf({ radios }: Json, { bands }: Board): string[] {
  const written = (Array.isArray(radios) ? radios : []).flatMap((one) => (isObject(one) ? String(one['band']) : []))
  return [...new Set([...written, ...bands.filter((band) => !written.some((one) => one.startsWith(band)))])]
}

interface Walk {
  ports: ReadonlyMap<string, string | null>
  used: Set<string>
  /** Ports of the new device: a wildcard that matches one of these stays valid. */
  prefixes: ReadonlySet<string>
}

const prefixOf = (name: string) => name.replace(/\d+$/, '')

function walk(value: unknown, key: string, how: Walk): unknown {
  if (Array.isArray(value))
    return namesPorts(key) ? value.flatMap((one) => moved(one, how) ?? []) : value.map((one) => walk(one, '', how))
  if (namesPorts(key)) return moved(value, how)
  if (!isObject(value)) return value
  const members = Object.entries(value).map(([name, one]) => [name, walk(one, name, how)] as const)
  return Object.fromEntries(members.filter(([, one]) => one !== undefined))
}

/** Replaces the name of a port by its counterpart; other texts and wildcards stay. */
function moved(value: unknown, { ports, used, prefixes }: Walk): unknown {
  if (typeof value !== 'string') return value
  if (value.endsWith('*')) {
    for (const name of ports.keys()) if (name.startsWith(value.slice(0, -1))) used.add(name)
    return prefixes.has(value.slice(0, -1)) || value === '*' ? value : undefined
  }
  const to = ports.get(value)
  if (to === undefined) return value
  used.add(value)
  return to ?? undefined
}

/** Without this, settings of missing ports would apply to none, or to all. */
function dropEmptyPorts(before: Json, after: Json): Json {
  const clean = (list: unknown, was: unknown) =>
    Array.isArray(list) && Array.isArray(was) ? list.filter((one, at) => !lostPorts(was[at], one)) : list
  const wasInterfaces = before['interfaces']
  const interfaces = Array.isArray(after['interfaces'])
    ? after['interfaces'].map((one: unknown, at) =>
        isObject(one) && 'ethernet' in one
          ? { ...one, ethernet: clean(one['ethernet'], (wasInterfaces as Json[])[at]?.['ethernet']) }
          : one,
      )
    : after['interfaces']
  return {
    ...after,
    ...('ethernet' in after ? { ethernet: clean(after['ethernet'], before['ethernet']) } : {}),
    ...(interfaces === undefined ? {} : { interfaces }),
  }
}

const selected = (one: unknown) =>
  isObject(one) && Array.isArray(one['select-ports']) ? one['select-ports'].length : 0
const lostPorts = (was: unknown, is: unknown) => selected(was) > 0 && selected(is) === 0

function speaksOf(document: Json, band: string): boolean {
  return (Array.isArray(document['radios']) ? document['radios'] : []).some(
    (one) => isObject(one) && one['band'] === band,
  )
}

function moveRadios(document: Json, bands: ReadonlyMap<string, string | null>, to: Board, adjusted: string[]): Json {
  const { radios, interfaces } = document
  const next = { ...document }
  if (Array.isArray(radios)) {
    const kept: unknown[] = []
    for (const one of radios as unknown[]) {
      const band = isObject(one) ? bands.get(String(one['band'])) : undefined
      if (band === null) continue
      const radio = isObject(one) ? { ...one, band: band ?? one['band'] } : one
      const wrong = isObject(radio) && lacksChannel(radio, to)
      if (wrong) adjusted.push(`/radios/${kept.length}/channel`)
      kept.push(wrong ? { ...radio, channel: 'auto' } : radio)
    }
    next['radios'] = kept
  }
  if (Array.isArray(interfaces))
    next['interfaces'] = interfaces.map((one: unknown) => (isObject(one) ? moveNetworks(one, bands) : one))
  return next
}

/** A channel that the new radio does not support becomes automatic. */
function lacksChannel({ band, channel }: Json, { channels }: Board): boolean {
  const known = channels[String(band)]
  return typeof channel === 'number' && known !== undefined && known.length > 0 && !known.includes(channel)
}

/** Wireless networks on the available bands; a network without any is left out. */
function moveNetworks(one: Json, bands: ReadonlyMap<string, string | null>): Json {
  const { ssids } = one
  if (!Array.isArray(ssids)) return one
  const kept = ssids.flatMap((ssid: unknown) => {
    if (!isObject(ssid) || !Array.isArray(ssid['wifi-bands'])) return [ssid]
    const now = ssid['wifi-bands'].flatMap((band: unknown) => {
      const to = bands.get(String(band))
      return to === undefined ? [band] : to === null ? [] : [to]
    })
    return now.length > 0 ? [{ ...ssid, 'wifi-bands': [...new Set(now)] }] : []
  })
  return { ...one, ssids: kept }
}
