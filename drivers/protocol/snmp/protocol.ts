import { objectOf } from '../../kit/coerce.ts'
import { defineProtocol, type ProtocolMember } from '../../kit/define-protocol.ts'

/** Values by object identifier: those in `asks.hello`. */
export type SnmpHello = Record<string, unknown>

/**
 * The variables that the polling gateway requests from devices of a family. Object identifiers with dots, without a leading one.
 */
export interface SnmpQueries {
  /** Requested once, when a device is found: the first message of the device. */
  readonly hello: readonly string[]
  /** Requested at every poll; variables that a device does not have are missing in the values for `decode`. */
  readonly scalars: readonly string[]
  /** Columns read row by row, together; a table whose first column is empty is requested again only at intervals. */
  readonly tables: readonly { readonly columns: readonly string[] /** Rows at most. */; readonly most: number }[]
}

/** The part of a driver for the polling gateway, which calls `decode('variables', values)` with values by object identifier. */
export interface SnmpProtocol extends ProtocolMember<SnmpHello> {
  readonly name: 'snmp'
  readonly asks: SnmpQueries
}

export const snmp = defineProtocol<SnmpProtocol>('snmp', (params) => objectOf(params) as SnmpHello)
