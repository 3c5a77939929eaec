import { readDeviceId, snOf } from '@belvedere/pure/device/device-id.ts'

/** The stored form of a typed serial number, of any scheme; undefined when it is invalid. */
export function readSerial(typed: string): string | undefined {
  const id = readDeviceId(typed)
  return id && snOf(id)
}

/** The same for a device that may be added before it connects: one that reports its own identity. */
export function claimableSerial(typed: string): string | undefined {
  const id = readDeviceId(typed)
  return id && id.scheme !== 'monitored' ? snOf(id) : undefined
}

/** The same for a device that connects with a certificate: 12 hex digits. */
export function normalSerial(typed: string): string | undefined {
  const id = readDeviceId(typed)
  return id?.scheme === 'mac' ? id.value : undefined
}

/** The hex digits of a search text that could be part of a serial number or address. */
export function serialPiece(typed: string): string | undefined {
  const digits = typed.replace(/[\s:.\-_]/g, '').toLowerCase()
  return /^[0-9a-f]{2,12}$/.test(digits) ? digits : undefined
}

/** The name of a device until a person names it: its model, and the end of its serial number. */
export function firstName(model: string, serial: string): string {
  return `${model.slice(0, 27)} ${serial.slice(-4)}`.trim()
}

/** Address without its prefix length: `192.168.1.1/24` → `192.168.1.1`. */
export function bareAddress(address: string | undefined): string | null {
  if (!address) return null
  const slash = address.indexOf('/')
  return (slash < 0 ? address : address.slice(0, slash)).slice(0, 64)
}
