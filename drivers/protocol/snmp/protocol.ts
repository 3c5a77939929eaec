import { objectOf } from '../../kit/coerce.ts'
import { defineProtocol, type ProtocolMember } from '../../kit/define-protocol.ts'

/** Values by object identifier: those that `asks.hello` names. */
export type SnmpHello = Record<string, unknown>

/** What the polling gateway asks of devices of a family. Object identifiers in dots, without a leading one. */
export interface SnmpQueries {
  /** Asked once, when a device is met: the first message of the device. */
  readonly hello: readonly string[]
  /** Asked every time; those a device does not have are missing from what `decode` is given. */
  readonly scalars: readonly string[]
  /** Columns read row by row, together; a table whose first column is empty is asked again only now and then. */
  readonly tables: readonly { readonly columns: readonly string[] /** Rows at most. */; readonly most: number }[]
}

/** What the polling gateway asks of a driver; it calls `decode('variables', values)` with values by object identifier. */
export interface SnmpProtocol extends ProtocolMember<SnmpHello> {
  readonly name: 'snmp'
  readonly asks: SnmpQueries
}

export const snmp = defineProtocol<SnmpProtocol>('snmp', (params) => objectOf(params) as SnmpHello)
