import { readDeviceId, snOf } from '@belvedere/pure/device/device-id.ts'

/** A typed serial number as it is stored, of any scheme; undefined when it is none. */
export function readSerial(typed: string): string | undefined {
  const id = readDeviceId(typed)
  return id && snOf(id)
}

/** The same of a device that somebody may add before it connects: one that tells its own identity. */
export function claimableSerial(typed: string): string | undefined {
  const id = readDeviceId(typed)
  return id && id.scheme !== 'monitored' ? snOf(id) : undefined
}

/** The same of a device that dials in with a certificate: 12 hex digits. */
export function normalSerial(typed: string): string | undefined {
  const id = readDeviceId(typed)
  return id?.scheme === 'mac' ? id.value : undefined
}

/** The hex digits of something typed into a search box, when it could be a piece of a serial number or address. */
export function serialPiece(typed: string): string | undefined {
  const digits = typed.replace(/[\s:.\-_]/g, '').toLowerCase()
  return /^[0-9a-f]{2,12}$/.test(digits) ? digits : undefined
}

/** How a device is called until somebody names it: what it is, and the end of its serial number. */
export function firstName(model: string, serial: string): string {
  return `${model.slice(0, 27)} ${serial.slice(-4)}`.trim()
}

/** Address without its prefix length: `192.168.1.1/24` → `192.168.1.1`. */
export function bareAddress(address: string | undefined): string | null {
  if (!address) return null
  const slash = address.indexOf('/')
  return (slash < 0 ? address : address.slice(0, slash)).slice(0, 64)
}
