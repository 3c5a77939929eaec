import type { IdOf } from '@belvedere/contract/kit/define-enum.ts'
import { coordinateSystem } from '@belvedere/contract/rooms/scene/place/enums.ts'
import type { Words } from '../../../kit/words/words.ts'
import type { ListedScene } from './scene-row.ts'

/** Values of the form: numbers as typed. */
export interface SceneDraft {
  name: string
  province: string
  city: string
  address: string
  lat: string
  lng: string
  /** Coordinate system of the two values. */
  crs: IdOf<typeof coordinateSystem>
  industry: string
  time_zone: string
  remark: string
  main_device_id: number | null
}

export type SceneProblems = { [K in keyof SceneDraft]?: Words }

const here = Intl.DateTimeFormat().resolvedOptions().timeZone

/** The browser's list omits UTC. */
export const timeZones = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', here])].map((id) => ({
  id,
  label: id,
}))

export function draftOf(scene: ListedScene | undefined): SceneDraft {
  const {
    name = '',
    province = '',
    city = '',
    address = '',
    industry = '',
    remark = '',
    time_zone = here,
    lat,
    lng,
    main_device_id = null,
  } = scene ?? {}
  return {
    name,
    province,
    city,
    address,
    industry,
    remark,
    time_zone,
    main_device_id,
    lat: lat?.toString() ?? '',
    lng: lng?.toString() ?? '',
    crs: coordinateSystem.id.wgs84,
  }
}

/** Errors that can be detected without the server. */
export function problemsOf({ name, lat, lng }: SceneDraft): SceneProblems {
  return {
    ...(name.trim() === '' && { name: { zh: '请输入场景名称', en: 'Please enter a name' } }),
    ...(!isWithin(lat, 90) && { lat: { zh: '纬度应在 -90 到 90 之间', en: 'Latitude is between -90 and 90' } }),
    ...(!isWithin(lng, 180) && { lng: { zh: '经度应在 -180 到 180 之间', en: 'Longitude is between -180 and 180' } }),
    ...((lat.trim() === '') !== (lng.trim() === '') && {
      [lat.trim() ? 'lng' : 'lat']: { zh: '经度和纬度需同时填写', en: 'Latitude and longitude go together' },
    }),
  }
}

function isWithin(text: string, most: number): boolean {
  const number = Number(text)
  return text.trim() === '' || (Number.isFinite(number) && Math.abs(number) <= most)
}

/** The draft as input of the calls; a new scene omits empty coordinates. */
export function inputOf(draft: SceneDraft, change: boolean) {
  const { name, lat, lng, crs, main_device_id, ...texts } = draft
  const hasPlace = lat.trim() !== ''
  const place = hasPlace ? { lat: Number(lat), lng: Number(lng), crs } : change ? { lat: null, lng: null } : {}
  return { name: name.trim(), ...texts, ...place, ...(change && { main_device_id }) }
}
