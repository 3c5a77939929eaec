import { fromWgs84, toWgs84 } from '@belvedere/pure/geography/coordinates.ts'
import type { LngLat } from '@belvedere/pure/geography/borders.ts'
import { type ComponentProps, type Ref, useImperativeHandle, useMemo, useRef } from 'react'
import { lang, say } from '../../../kit/words/words.ts'
import type { WorldBounds } from '../../../ui/geo-map/camera.ts'
import { GeoMap, type GeoMapHandle } from '../../../ui/geo-map/geo-map.tsx'
import type { MapView } from '../../../ui/geo-map/world.ts'
import { type Heat, type MapAnswer, type MappedScene, pointsOf } from './map-points.ts'

type MapProps = Pick<
  ComponentProps<typeof GeoMap>,
  'selected' | 'still' | 'pulsing' | 'closest' | 'className' | 'children' | 'onChoose'
>

interface SceneMapProps extends MapProps {
  /** Response of `scene/map`; the filtered scenes are in `scenes`. */
  source: Pick<MapAnswer, 'borders' | 'tiles'>
  scenes: readonly MappedScene[]
  heat?: Heat
  start?: MapView | undefined
  onView?: (view: MapView, bounds: WorldBounds) => void
  /** Called with the id of a scene dropped on the map. */
  onDrop?: ((id: number, place: LngLat) => void) | undefined
  placing?: { onPlace: (place: LngLat) => void; onCancel: () => void } | undefined
  ref?: Ref<GeoMapHandle>
}

/** Data type of a dragged scene; its value is the id. */
export const dragKind = 'application/x-belvedere-scene'

/** Scenes on a map. Coordinates are WGS-84 outside of this component, and those of the tiles inside. */
export function SceneMap({ source, scenes, heat = '', start, onView, onDrop, placing, ref, ...passed }: SceneMapProps) {
  const { tiles } = source
  const crs = tiles?.crs ?? 'wgs84'
  const points = useMemo(() => pointsOf(scenes, crs, heat), [scenes, crs, heat])
  const map = useRef<GeoMapHandle>(null)
  const shown = ({ lng, lat, zoom }: MapView): MapView => {
    const [x, y] = fromWgs84([lng, lat], crs)
    return { lng: x, lat: y, zoom }
  }
  useImperativeHandle(ref, () => ({
    fly: (view) => map.current?.fly(shown(view)),
    fit: () => map.current?.fit(),
    middle: () => toWgs84(map.current?.middle() ?? [0, 0], crs),
    focus: () => map.current?.focus(),
  }))
  const borders = source.borders === 'auto' ? (lang === 'zh' ? 'china' : 'world') : source.borders
  return (
    <GeoMap
      {...passed}
      ref={map}
      label={say(
        passed.still
          ? { zh: '场景地图', en: 'Map of scenes' }
          : { zh: '场景地图，方向键移动，加减键缩放', en: 'Map of scenes; arrows move it, plus and minus zoom' },
      )}
      borders={borders}
      tiles={tiles?.url}
      attribution={tiles?.attribution}
      points={points}
      heat={heat !== ''}
      start={start && shown(start)}
      onView={(view, bounds) => {
        const [lng, lat] = toWgs84([view.lng, view.lat], crs)
        onView?.({ lng, lat, zoom: view.zoom }, bounds)
      }}
      drop={onDrop && { kind: dragKind, onDrop: (text, place) => onDrop(Number(text), toWgs84(place, crs)) }}
      placing={placing && { ...placing, onPlace: (place) => placing.onPlace(toWgs84(place, crs)) }}
    />
  )
}
