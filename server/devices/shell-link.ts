/**
 * The interface of two gateways for a shell: the gateway with the device's connection sends the command to connect, the gateway with the
 * shell port accepts that connection. They may be in different processes.
 */

/** Question (`ShellRequest` → `ShellGrant | null`) to the gateway that asked a device to dial in under that id; granted once. */
export const shellRequestSubject = (id: string) => `shell.ask.${id}`
/** The result (`ShellBegan`), published once after a grant. */
export const shellBeganSubject = (id: string) => `shell.began.${id}`
/** Served while the terminal is open: `ShellOrder` → `CommandResult`. */
export const shellOrderSubject = (device_id: number, session: string) => `shell.order.${device_id}.${session}`

export interface ShellRequest {
  token: string
  /** Common name of the presented certificate; verified. */
  name?: string
}

export interface ShellGrant {
  device_id: number
  /** The connection over which the command was sent. */
  connection: string
  session: string
  cols: number
  rows: number
}

/** `wrong`: why the device provided no terminal. */
export interface ShellBegan {
  wrong?: string
}

export interface ShellOrder {
  op: 'write' | 'resize' | 'close'
  /** Base64. */
  data?: string
  cols?: number
  rows?: number
}
