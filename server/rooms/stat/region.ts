import type { Lang } from '@belvedere/contract/kit/text.ts'
import { areaFinder, unpackBorders } from '@belvedere/pure/geography/borders.ts'
import { chinaBorders } from '@belvedere/pure/geography/china-borders.ts'
import { provinceNamed, provinces } from '@belvedere/pure/geography/provinces.ts'

/** The location of a scene. */
interface SceneLocation {
  province: string
  lat: number | null
  lng: number | null
}

export interface StatRegion {
  /** Administrative code of a province of China; empty for any other region. */
  code: string
  name: string
}

const byCode = new Map(provinces.map((one) => [one.code, one]))

let finder: ReturnType<typeof areaFinder<number>> | undefined

/**
 * The region of a scene: the province that it names, in any spelling; else the one that contains its coordinates, else
 * its text. Undefined: no location.
 */
export function regionOf({ province, lat, lng }: SceneLocation, lang: Lang): StatRegion | undefined {
  const known = provinceNamed(province) ?? (province.trim() === '' ? provinceAt(lat, lng) : undefined)
  if (known) return { code: String(known.code), name: known[lang] }
  return province.trim() ? { code: '', name: province.trim() } : undefined
}

function provinceAt(lat: number | null, lng: number | null) {
  if (lat === null || lng === null) return undefined
  // unpacked when the first scene needs it: a few milliseconds, some hundred kilobytes
  finder ??= areaFinder(unpackBorders<number>(chinaBorders))
  return byCode.get(finder([lng, lat]) ?? 0)
}
