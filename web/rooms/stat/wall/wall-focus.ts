/** The focus of the wall display: a scene, or all scenes (0). */
export interface Focus {
  scene_id: number
  /** Unix milliseconds at which it moves on automatically. */
  until: number
  /** The alarm that selected the scene. */
  alarm_id: number | undefined
}

/** Milliseconds on all scenes, on one scene, on the scene of a new critical alarm. */
export const stay = { all: 20_000, scene: 12_000, alarm: 30_000 } as const

/** Fields of a scene that determine its position in the rotation. */
export interface Fare {
  id: number
  state: number
  critical: number
  warning: number
  device_total: number
  bps: number
}

const MOST_TROUBLED = 20
const MOST_BUSY = 10
/** State ids of the scene room for scenes without problems, or without devices. */
const CALM = [0, 1]

/** The rotation: all scenes, then the scenes with problems, the most severe first, then the busiest others. */
export function roundOf(scenes: readonly Fare[]): number[] {
  const living = scenes.filter(({ device_total }) => device_total > 0)
  const isTroubled = ({ state, critical, warning }: Fare) => !CALM.includes(state) || critical + warning > 0
  const troubled = living
    .filter(isTroubled)
    .sort((a, b) => b.critical - a.critical || b.state - a.state || b.warning - a.warning || a.id - b.id)
  const calm = living.filter((scene) => !isTroubled(scene)).sort((a, b) => b.bps - a.bps || a.id - b.id)
  // the busiest scenes have a fixed order, because their rates change at every update
  const busy = calm.slice(0, MOST_BUSY).sort((a, b) => a.id - b.id)
  return [0, ...[...troubled.slice(0, MOST_TROUBLED), ...busy].map(({ id }) => id)]
}

export function focusOn(scene_id: number, now: number): Focus {
  return { scene_id, until: now + (scene_id === 0 ? stay.all : stay.scene), alarm_id: undefined }
}

/** The next or previous element of the rotation; the first if the current one is no longer part of it. */
export function stepped(focus: Focus, round: readonly number[], by: 1 | -1, now: number): Focus {
  const at = round.indexOf(focus.scene_id)
  const next = at < 0 ? 0 : (at + by + round.length) % round.length
  return focusOn(round[next] ?? 0, now)
}

export interface CriticalAlarm {
  id: number
  level: number
  scene_id: number
}

const CRITICAL = 1

/** The newest critical alarm after `seen`; ids increase. */
export function newCritical<A extends CriticalAlarm>(alarms: readonly A[], seen: number): A | undefined {
  return alarms
    .filter(({ id, level }) => level === CRITICAL && id > seen)
    .reduce<A | undefined>((newest, alarm) => (newest && newest.id > alarm.id ? newest : alarm), undefined)
}

/** Selects the scene of the alarm, independent of the current focus. */
export function drawnBy(alarm: CriticalAlarm, now: number): Focus {
  return { scene_id: alarm.scene_id, until: now + stay.alarm, alarm_id: alarm.id }
}
