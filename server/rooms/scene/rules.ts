import type { ErrorSpec } from '@belvedere/contract/kit/define-errors.ts'
import type { IdOf } from '@belvedere/contract/kit/define-enum.ts'
import { deviceType } from '@belvedere/contract/rooms/device/enums.ts'
import { coordinateSystem, sceneState } from '@belvedere/contract/rooms/scene/place/enums.ts'
import { sceneErrors as errors } from '@belvedere/contract/rooms/scene/errors.ts'
import { type Crs, toWgs84 } from '@belvedere/pure/geography/coordinates.ts'
import { clamp } from '@belvedere/pure/collection/clamp.ts'

export interface ScenePlace {
  lat: number | null
  lng: number | null
  time_zone: string
}

/** Coordinates as entered by a person or a program. */
export interface CoordinateInput {
  lat?: number | null
  lng?: number | null
  crs?: IdOf<typeof coordinateSystem>
}

const systems: Readonly<Record<IdOf<typeof coordinateSystem>, Crs>> = { 0: 'wgs84', 1: 'gcj02', 2: 'bd09' }

/** True when one of the two is missing that are needed to convert from another coordinate system. */
export function isHalf({ lat, lng, crs = 0 }: CoordinateInput): boolean {
  return crs !== coordinateSystem.id.wgs84 && (lat === undefined) !== (lng === undefined)
}

/** The same in WGS-84; missing coordinates stay missing. */
export function inWgs84<G extends CoordinateInput>({ crs = 0, ...rest }: G): Omit<G, 'crs'> {
  const { lat, lng } = rest
  if (typeof lat !== 'number' || typeof lng !== 'number') return rest
  const [x, y] = toWgs84([lng, lat], systems[crs])
  return { ...rest, lng: clamp(x, -180, 180), lat: clamp(y, -90, 90) }
}

/** The errors in the place of a scene, by field; undefined when there are none. */
export function wrongPlace({ lat, lng, time_zone }: ScenePlace): { field: string; error: ErrorSpec } | undefined {
  if ((lat === null) !== (lng === null)) return { field: lat === null ? 'lat' : 'lng', error: errors.halfPlace }
  return isTimeZone(time_zone) ? undefined : { field: 'time_zone', error: errors.unknownTimeZone }
}

/** True for an IANA name that this runtime knows; offsets like `+08:00` are not zones. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** Devices of one kind in a scene. */
export interface DeviceKindCount {
  type: number
  total: number
  online: number
  /** The gateway that held their connection is lost or stopped. */
  unknown: number
  bps: number
}

const { router, firewall, soft, ap, switch: ethernetSwitch } = deviceType.id
const gateways: readonly number[] = [router, firewall, soft]

/** The state of a scene, as in `sceneState`. */
export function sceneStateOf(kinds: readonly DeviceKindCount[], alarms: number): IdOf<typeof sceneState> {
  const all = sumOf(kinds)
  if (all.total === 0) return sceneState.id.empty
  const doors = sumOf(kinds.filter(({ type }) => gateways.includes(type)))
  const { online, unknown } = doors.total > 0 ? doors : all
  if (online === 0) return unknown > 0 ? sceneState.id.unknown : sceneState.id.offline
  if (alarms > 0 || all.online + all.unknown < all.total) return sceneState.id.abnormal
  return all.unknown > 0 ? sceneState.id.partial : sceneState.id.online
}

/** Bit/s that leave and enter a scene: counted once, at its outermost device type. */
export function bpsOf(kinds: readonly DeviceKindCount[]): number {
  const layers = [gateways, [ap], [ethernetSwitch]].map((types) => kinds.filter(({ type }) => types.includes(type)))
  return sumOf(layers.find((layer) => layer.length > 0) ?? []).bps
}

export function sumOf(kinds: readonly Omit<DeviceKindCount, 'type'>[]): Omit<DeviceKindCount, 'type'> {
  return kinds.reduce(
    (sum, { total, online, unknown, bps }) => ({
      total: sum.total + total,
      online: sum.online + online,
      unknown: sum.unknown + unknown,
      bps: sum.bps + bps,
    }),
    { total: 0, online: 0, unknown: 0, bps: 0 },
  )
}

export interface Holding {
  devices: number
  online: number
  terminals: number
  groups: number
  guests: number
}

export type Removal = 'go' | 'holdsDevices' | 'nameDiffers'

/** A scene with devices is removed only when its name confirms that. */
export function mayRemove(
  scene: { name: string },
  { devices }: Holding,
  request: { force?: 0 | 1; name?: string },
): Removal {
  if (devices === 0) return 'go'
  if (request.force !== 1) return 'holdsDevices'
  return request.name?.trim() === scene.name ? 'go' : 'nameDiffers'
}
