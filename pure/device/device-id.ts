/**
 * Identities of devices: a scheme, and a value that is unique within it. The text formats of the schemes do not overlap, so that
 * the printed serial number (`sn`) of an identity identifies one device.
 *
 * | scheme | value |
 * |---|---|
 * | `mac` | a MAC address as 12 hexadecimal digits, lower case: devices with a certificate |
 * | `cpe` | `OUI-ProductClass-SerialNumber`, as TR-069 identifies a device; each part percent-encoded, hyphens too |
 * | `monitored` | `m-` and random letters: a monitored device that reports no identity |
 */
export type DeviceScheme = 'mac' | 'cpe' | 'monitored'

export interface DeviceId {
  readonly scheme: DeviceScheme
  readonly value: string
}

/** The serial number of a device in calls and on screens. */
export const snOf = ({ value }: DeviceId): string => value

const part = (text: string) =>
  encodeURIComponent(text.trim()).replace(/[-!'()*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** Most characters of a value: the limit of calls for a serial number. */
const MOST = 64

/** Undefined: no OUI, no serial number, or too long. The class may be empty. */
export function cpeId(oui: string, productClass: string, serial: string): DeviceId | undefined {
  if (!/^[0-9A-Fa-f]{6}$/.test(oui.trim()) || serial.trim() === '') return undefined
  const value = `${oui.trim().toUpperCase()}-${part(productClass)}-${part(serial)}`
  return value.length <= MOST ? { scheme: 'cpe', value } : undefined
}

const cpeForm = /^[0-9A-F]{6}-[\w.%]*-[\w.%]+$/

/** Reads a serial number from user input; a MAC address may have any separators and case. Undefined: invalid. */
export function readDeviceId(typed: string): DeviceId | undefined {
  const text = typed.trim()
  if (text.length > MOST) return undefined
  if (cpeForm.test(text)) return { scheme: 'cpe', value: text }
  if (/^m-[a-z2-7]{12}$/i.test(text)) return { scheme: 'monitored', value: text.toLowerCase() }
  const digits = text.replace(/[\s:.\-_]/g, '').toLowerCase()
  return /^[0-9a-f]{12}$/.test(digits) ? { scheme: 'mac', value: digits } : undefined
}
