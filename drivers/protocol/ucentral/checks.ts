import type { CheckFact } from '../../kit/facts.ts'
import { keysOf, objectOf, textOf, textsOf, within, type Loose } from '../../kit/coerce.ts'

/** Most findings of one check, most interfaces and radios, and characters of a name. */
const MOST = 64
const INTERFACES = 64
const NAME = 64

/**
 * The faults in a `healthcheck`. Access points name interfaces (DHCP, DNS, RADIUS and SSIDs that failed) and radios (SSIDs that
 * are not on the air), switches send texts, the agent flags. Passed checks are not listed.
 */
export function checksOf(data: Loose): CheckFact[] {
  const found: CheckFact[] = []
  const onAir = new Map<string, string>()
  const interfaces = objectOf(data.interfaces)
  for (const name of keysOf(interfaces, INTERFACES)) addInterface(found, onAir, name, objectOf(interfaces[name]))
  const radios = objectOf(data.radios)
  for (const name of keysOf(radios, INTERFACES)) {
    const failed = objectOf(objectOf(radios[name]).failed_ssids)
    // the same SSID may be reported by its interface too: one finding, with the radios that lack it
    for (const ssid of keysOf(failed, NAMES))
      onAir.set(ssid, joined(onAir.get(ssid), `${name} ${textOf(failed[ssid], 32) ?? ''}`))
  }
  for (const [ssid, text] of onAir) found.push({ what: 'ssid', where: ssid.slice(0, NAME), ...(text && { text }) })
  for (const text of textsOf(data.messages, MOST, 256)) found.push({ what: 'other', where: '', text })
  for (const name of keysOf(data, MOST))
    if (data[name] === false) found.push({ what: 'other', where: name.slice(0, NAME) })
  return found.length > MOST ? found.slice(0, MOST) : found
}

/** SSIDs of one interface or radio. */
const NAMES = 32

const joined = (before: string | undefined, more: string) =>
  [before, more.trim()].filter(Boolean).join(', ').slice(0, 256)

function addInterface(found: CheckFact[], onAir: Map<string, string>, name: string, health: Loose): void {
  const warnings = textsOf(health.warning, 16, 256)
  const where = name.slice(0, NAME)
  const saying = (word: RegExp) => {
    const text = warnings
      .filter((one) => word.test(one))
      .join('; ')
      .slice(0, 256)
    return text && { text }
  }
  if (health.dhcp === false) found.push({ what: 'dhcp', where, ...saying(/dhcp/i) })
  if (health.dns === false) found.push({ what: 'dns', where, ...saying(/dns/i) })
  for (const ssid of failing(health.radius)) found.push({ what: 'radius', where: ssid || where, ...saying(/radius/i) })
  for (const ssid of failing(health.ssids)) onAir.set(ssid || where, onAir.get(ssid || where) ?? '')
}

/** Names with the value false; one without a name for a plain false. */
function failing(value: unknown): string[] {
  if (value === false) return ['']
  const marks = objectOf(value)
  return keysOf(marks, NAMES)
    .filter((name) => marks[name] === false)
    .map((name) => name.slice(0, NAME))
}

/** Percent of the memory in use, measured with the check. */
export const memoryUsedOf = (data: Loose): number | undefined => within(objectOf(data.unit).memory, 0, 100)
