import type { Words } from '@belvedere/contract/kit/text.ts'
import type { Effective } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import { objectOf, textsOf } from '../../kit/coerce.ts'
import type { Compile } from '../../kit/compile.ts'
import { Draft } from '../../kit/compile/draft.ts'
import { layRaw } from '../../kit/compile/overlay.ts'
import { type Hardware, unlocked } from '../../protocol/ucentral/compile/hardware.ts'
import { compileNetworks } from '../../protocol/ucentral/compile/networks.ts'
import { compileSystem } from '../../protocol/ucentral/compile/system.ts'

const system = { zoneNames: true, leds: false, password: false }
const network = { dhcpServer: false, pppoe: false, mostVlan: 0, mac: false }
const noHardware: Hardware = {
  ports: undefined,
  radios: new Map(),
  old: false,
  countries: undefined,
  poe: [],
  poeBudget: undefined,
  features: undefined,
  locked: unlocked,
  forms: {},
}

const elsewhere: Readonly<Partial<Record<keyof Effective, Words>>> = {
  wireless: { zh: 'Linux 主机的无线不由平台配置', en: 'Wireless networks of a Linux host are not configured here' },
  radio: { zh: 'Linux 主机的射频不由平台配置', en: 'Radios of a Linux host are not configured here' },
  port: { zh: 'Linux 主机的网口参数不由平台配置', en: 'Sockets of a Linux host are not configured here' },
  service: { zh: 'Linux 主机的服务不由平台配置', en: 'Services of a Linux host are not configured here' },
}

const linuxWithout = ['wireless', 'radio', 'port', 'service'] as const

/** Names of the host's interfaces; older agents do not tell them. */
function interfacesOf(capabilities: Record<string, unknown>): string[] | undefined {
  const { interfaces } = objectOf(capabilities['x-belvedere'])
  return Array.isArray(interfaces) ? textsOf(interfaces, 256, 32) : undefined
}

/** The agent's document: who the host is, and the addresses of its networks. What it was not told of it leaves alone. */
export const compileLinux: Compile = (effective, capabilities, base, _alike, reported) => {
  const hardware = { ...noHardware, ports: interfacesOf(capabilities) }
  const draft = new Draft(base ?? {})
  compileSystem(draft, effective, system)
  compileNetworks(draft, effective, hardware, network, reported?.upstream)
  for (const kind of linuxWithout)
    for (const key of Object.keys(effective[kind] ?? {})) draft.aside(`${kind}/${key}`, elsewhere[kind] as Words)
  layRaw(draft, effective.raw)
  return draft.finish()
}
