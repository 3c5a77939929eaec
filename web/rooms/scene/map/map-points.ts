import { alarmLevel } from '@belvedere/contract/rooms/alarm-type/enums.ts'
import { sceneState } from '@belvedere/contract/rooms/scene/place/enums.ts'
import type { mapCalls } from '@belvedere/contract/rooms/scene/map.ts'
import type { Out } from '@belvedere/contract/kit/define-calls.ts'
import type { Crs } from '@belvedere/pure/geography/coordinates.ts'
import { fromWgs84 } from '@belvedere/pure/geography/coordinates.ts'
import { lang, say } from '../../../kit/words/words.ts'
import type { MapPoint, PointTone } from '../../../ui/geo-map/cluster-marker.ts'

export type MapAnswer = Out<typeof mapCalls.map>
export type MappedScene = MapAnswer['list'][number]
export type PlacedScene = MappedScene & { lat: number; lng: number }
/** Measure of the heat layer. */
export type Heat = '' | 'alarm' | 'traffic'

export const isPlaced = (scene: MappedScene): scene is PlacedScene => scene.lat !== null && scene.lng !== null

/** An open critical alarm is as severe as being offline. */
export function toneOf({ state, critical }: Pick<MappedScene, 'state' | 'critical'>): PointTone {
  if (state === sceneState.id.offline || critical > 0) return 'danger'
  return (sceneState.find(state)?.tone as PointTone | undefined) ?? 'neutral'
}

/** State in words, with the most severe problem. */
export function stateLabel({ state, critical }: Pick<MappedScene, 'state' | 'critical'>): string {
  const word = sceneState.label(state, lang)
  const alarm = alarmLevel.label(alarmLevel.id.critical, lang)
  return critical > 0 ? say({ zh: '{word} · {alarm}告警', en: '{word} · {alarm}' }, { word, alarm }) : word
}

/** Weight of the alarms of a scene, in warnings. */
const weightOf = ({ critical, warning, notice }: MappedScene) => critical * 4 + warning + notice / 4

const amounts: Readonly<Record<Exclude<Heat, ''>, (scene: MappedScene) => number>> = {
  alarm: weightOf,
  traffic: ({ bps }) => bps,
}

/**
 * Scenes with coordinates as points of the map, by id, so that clusters do not depend on their states; the highest
 * heat is 1.
 */
export function pointsOf(scenes: readonly MappedScene[], crs: Crs, heat: Heat): MapPoint[] {
  const amountOf = heat ? amounts[heat] : () => 0
  const most = scenes.reduce((top, scene) => Math.max(top, amountOf(scene)), 0)
  const placed = scenes.filter(isPlaced).sort((a, b) => a.id - b.id)
  return placed.map((scene) => ({
    id: scene.id,
    place: fromWgs84([scene.lng, scene.lat], crs),
    name: scene.name,
    tone: toneOf(scene),
    says: stateLabel(scene),
    heat: most > 0 ? Math.sqrt(amountOf(scene) / most) : 0,
  }))
}

const badness: Readonly<Record<PointTone, number>> = { danger: 0, warning: 1, neutral: 2, success: 3 }
/** Sort position of a scene without devices. */
const LAST = 4
const badnessOf = (scene: MappedScene) => (scene.state === sceneState.id.empty ? LAST : badness[toneOf(scene)])

/** Most severe first, then by name. */
export function worstFirst(scenes: readonly MappedScene[]): MappedScene[] {
  const order = new Intl.Collator(lang === 'zh' ? 'zh-CN' : 'en', { numeric: true })
  return [...scenes].sort(
    (a, b) => badnessOf(a) - badnessOf(b) || weightOf(b) - weightOf(a) || order.compare(a.name, b.name),
  )
}
