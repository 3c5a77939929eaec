import { objectOf, textsOf } from '../../kit/coerce.ts'
import { type Hardware, unlocked } from '../../protocol/ucentral/compile/hardware.ts'

/** What an agent says of its host that a document depends on. */
export interface LinuxHardware {
  /** Names of the interfaces; older agents do not say. */
  readonly interfaces: readonly string[] | undefined
  /** Kinds of intents beyond names and addresses that the agent carries out; older agents have none. */
  readonly kinds: readonly string[]
}

export function linuxHardwareOf(capabilities: Record<string, unknown>): LinuxHardware {
  const { interfaces, kinds } = objectOf(capabilities['x-belvedere'])
  return {
    interfaces: Array.isArray(interfaces) ? textsOf(interfaces, 256, 32) : undefined,
    kinds: textsOf(kinds, 64, 32),
  }
}

/** In the terms of the shared compiler of networks: a host has interfaces, and nothing that is bound to a board. */
export const portsOnly = (ports: readonly string[] | undefined): Hardware => ({
  ports: ports && [...ports],
  radios: new Map(),
  old: false,
  countries: undefined,
  poe: [],
  poeBudget: undefined,
  features: undefined,
  locked: unlocked,
  forms: {},
})
