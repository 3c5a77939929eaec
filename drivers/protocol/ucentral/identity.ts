import type { UcentralHello } from './protocol.ts'
import type { CommandVerb, DeviceIdentity } from '../../kit/facts.ts'
import { bounded } from '../../kit/bounded.ts'
import { keysOf, macOf, objectOf, textOf, type Loose } from '../../kit/coerce.ts'
import { refusesRtty } from './rtty.ts'
import type { CommandEncoders } from './encode.ts'

/** The platform of a device; schema and firmware differ in case. */
export function platformOf(hello: UcentralHello): string {
  return textOf(hello.capabilities.platform, 32)?.trim().toLowerCase() ?? ''
}

/** Only signed operations: scripts are refused. Development units allow them. */
export function isRestricted(capabilities: Loose): boolean {
  return keysOf(objectOf(capabilities.restrictions), 1).length > 0 && capabilities.developer !== true
}

/** The identity of a uCentral device, for the given type and commands. The serial number of stock devices is a MAC address. */
export function identityOf(hello: UcentralHello, type: DeviceIdentity['type'], verbs: CommandVerb[]): DeviceIdentity {
  const { capabilities } = hello
  const proves = verbs.includes('shell') && capabilities['secure-rtty'] === true
  const compatible = textOf(capabilities.compatible, 64) ?? ''
  return {
    type,
    vendor: vendorOf(compatible),
    model: modelOf(textOf(capabilities.model, 64), compatible),
    firmware: textOf(hello.firmware, 128) ?? '',
    mac: macOfDevice(hello) ?? macOf(hello.serial),
    verbs,
    cgi: [],
    ...(proves && { proves }),
    capabilities: objectOf(bounded(capabilities, 2048, 8)) as Record<string, unknown>,
  }
}

/**
 * `edgecore_eap101` → `Edgecore`; device trees separate by a comma, switches report `Accton-AS4630-54PE` or `EdgecoreEcs4150`.
 */
const vendorForms = [/^([A-Z][A-Za-z]+)-[A-Z]*\d/, /^([A-Za-z0-9.-]+?)[_,]/, /^([A-Z][a-z]+)[A-Z][A-Za-z]*\d/]

function vendorOf(compatible: string): string {
  const word = vendorForms.map((form) => form.exec(compatible)?.[1]).find(Boolean) ?? ''
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** Switches report the boot loader's board name as their model, and the model as `compatible`. */
const modelOf = (model: string | undefined, compatible: string): string =>
  model !== undefined && !(compatible && /^(x86_64|arm64|armhf|amd64)-/.test(model)) ? model : compatible

/** The one on the label, else that of any role. */
export function macOfDevice({ capabilities }: UcentralHello): string | undefined {
  for (const one of [capabilities.label_macaddr, capabilities['base-mac'], capabilities.macaddr]) {
    const mac = macOf(one) ?? macOf(Object.values(objectOf(one))[0])
    if (mac !== undefined) return mac
  }
  return undefined
}

/**
 * Verbs of a family in the order of its encoders, without scripts, verbs based on scripts, and shells where those are refused.
 */
export function verbsOf(sayings: CommandEncoders, capabilities: Loose): CommandVerb[] {
  const scripted: readonly CommandVerb[] = ['script', 'ping', 'trace', 'arm', 'confirm', 'running']
  const verbs = Object.keys(sayings) as CommandVerb[]
  const restricted = isRestricted(capabilities)
  const noShell = refusesRtty(capabilities)
  return verbs.filter((verb) => !(restricted && scripted.includes(verb)) && !(noShell && verb === 'shell'))
}
