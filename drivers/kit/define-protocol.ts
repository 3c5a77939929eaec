import type { DeviceCommand, DeviceIdentity } from './facts.ts'

/** Announced capabilities of a device; the only part of its identity kept while it is connected. */
export type Abilities = Pick<DeviceIdentity, 'verbs' | 'cgi' | 'late' | 'renews' | 'proves' | 'logs'>

/** Arguments that cannot be encoded: the name of the first invalid one. */
export interface InvalidArgument {
  wrong: string
}

/**
 * The part of a driver that belongs to its protocol. Each protocol extends it in `drivers/protocol/<name>/protocol.ts` with the functions
 * that its gateway calls. `Hello` is the first message of a device.
 */
export interface ProtocolMember<Hello = unknown> {
  readonly name: string
  /** Reads a first message; never throws. */
  readHello(params: Record<string, unknown>): Hello
  /** Drivers are tried in order of `priority`, highest first; the first match is used. */
  readonly priority: number
  matches(hello: Hello): boolean
  identify(hello: Hello): DeviceIdentity
  /**
   * A command as the gateway of the protocol sends it; total over the verbs of `identify().verbs`. `undefined`: this driver or this
   * device cannot do it (`Not support`). Absent: devices of the family take no commands.
   */
  encode?(command: DeviceCommand, can: Abilities): object | InvalidArgument | undefined
}

/** The part of a driver that a protocol uses. */
interface Speaker {
  readonly protocol: ProtocolMember
}

export interface Protocol<P extends ProtocolMember> {
  readonly readHello: P['readHello']
  /** The member of a driver. */
  member(of: Omit<P, 'name' | 'readHello'>): P
  /** The drivers of this protocol, highest priority first. */
  among<D extends Speaker>(drivers: readonly D[]): (Omit<D, 'protocol'> & { readonly protocol: P })[]
}

/** Defines a protocol, for its drivers and its gateway. */
export function defineProtocol<P extends ProtocolMember>(name: P['name'], readHello: P['readHello']): Protocol<P> {
  return {
    readHello,
    member: (of) => ({ ...of, name, readHello }) as P,
    among: <D extends Speaker>(drivers: readonly D[]) =>
      (drivers.filter(({ protocol }) => protocol.name === name) as (D & { readonly protocol: P })[]).sort(
        (a, b) => b.protocol.priority - a.protocol.priority,
      ),
  }
}
