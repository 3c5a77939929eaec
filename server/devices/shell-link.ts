/**
 * Where two gateways meet over a shell: the one that holds a device has sent it the command to dial in, the one that holds the terminal port
 * finds it there. They may be in different processes.
 */

/** Question (`ShellRequest` → `ShellGrant | null`) to the gateway that asked a device to dial in under that id; granted once. */
export const shellRequestSubject = (id: string) => `shell.ask.${id}`
/** How it went on (`ShellBegan`), published once after a grant. */
export const shellBeganSubject = (id: string) => `shell.began.${id}`
/** Served while the terminal is open: `ShellOrder` → `CommandResult`. */
export const shellOrderSubject = (device_id: number, session: string) => `shell.order.${device_id}.${session}`

export interface ShellRequest {
  token: string
  /** Common name of the certificate with which it dialled in; verified. */
  name?: string
}

export interface ShellGrant {
  device_id: number
  /** The one over which it was asked to dial in. */
  connection: string
  session: string
  cols: number
  rows: number
}

/** `wrong`: the device gave no terminal, in words. */
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
