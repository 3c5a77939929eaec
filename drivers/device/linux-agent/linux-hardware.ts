import { objectOf, textsOf } from '../../kit/coerce.ts'
import { type Hardware, unlocked } from '../../protocol/ucentral/compile/hardware.ts'

/** The capabilities of a host on which a document depends. */
export interface LinuxHardware {
  /** Names of the interfaces; older agents do not report them. */
  readonly interfaces: readonly string[] | undefined
  /** Kinds of intents besides names and addresses that the agent supports; older agents have none. */
  readonly kinds: readonly string[]
}

export function linuxHardwareOf(capabilities: Record<string, unknown>): LinuxHardware {
  const { interfaces, kinds } = objectOf(capabilities['x-belvedere'])
  return {
    interfaces: Array.isArray(interfaces) ? textsOf(interfaces, 256, 32) : undefined,
    kinds: textsOf(kinds, 64, 32),
  }
}

/** The hardware in the terms of the shared compiler of networks: a host has interfaces, and nothing that depends on a board. */
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
