import type { ErrorSpec } from '@belvedere/contract/kit/define-errors.ts'
import { sceneErrors as errors } from '@belvedere/contract/rooms/scene/errors.ts'

export interface Place {
  lat: number | null
  lng: number | null
  time_zone: string
}

/** What is wrong with the place of a scene, by field; undefined when nothing is. */
export function wrongPlace({ lat, lng, time_zone }: Place): { field: string; error: ErrorSpec } | undefined {
  if ((lat === null) !== (lng === null)) return { field: lat === null ? 'lat' : 'lng', error: errors.halfPlace }
  return isTimeZone(time_zone) ? undefined : { field: 'time_zone', error: errors.unknownTimeZone }
}

/** True for an IANA name this runtime knows; offsets like `+08:00` are no zones. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

export interface Holding {
  devices: number
  online: number
  terminals: number
  groups: number
  guests: number
}

export type Removal = 'go' | 'holdsDevices' | 'nameDiffers'

/** A scene with devices goes only when that was asked for with its name. */
export function mayRemove(
  scene: { name: string },
  { devices }: Holding,
  asked: { force?: 0 | 1; name?: string },
): Removal {
  if (devices === 0) return 'go'
  if (asked.force !== 1) return 'holdsDevices'
  return asked.name?.trim() === scene.name ? 'go' : 'nameDiffers'
}
