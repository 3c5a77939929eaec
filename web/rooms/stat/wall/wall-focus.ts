/** What the wall looks at: a scene, or everything (0). */
export interface Focus {
  scene_id: number
  /** Unix milliseconds when it goes on by itself. */
  until: number
  /** The alarm that drew it here. */
  alarm_id: number | undefined
}

/** Milliseconds on everything, on one scene, on the scene of a new critical alarm. */
export const stay = { all: 20_000, scene: 12_000, alarm: 30_000 } as const

/** As much of a scene as the order of the round needs. */
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
/** State ids of the scene room that mean all is well or nothing is there. */
const CALM = [0, 1]

/** The round: everything, then the scenes in trouble, worst first, then the busiest of the others. */
export function roundOf(scenes: readonly Fare[]): number[] {
  const living = scenes.filter(({ device_total }) => device_total > 0)
  const isTroubled = ({ state, critical, warning }: Fare) => !CALM.includes(state) || critical + warning > 0
  const troubled = living
    .filter(isTroubled)
    .sort((a, b) => b.critical - a.critical || b.state - a.state || b.warning - a.warning || a.id - b.id)
  const calm = living.filter((scene) => !isTroubled(scene)).sort((a, b) => b.bps - a.bps || a.id - b.id)
  // the busiest come in a steady order: their rates change with every look
  const busy = calm.slice(0, MOST_BUSY).sort((a, b) => a.id - b.id)
  return [0, ...[...troubled.slice(0, MOST_TROUBLED), ...busy].map(({ id }) => id)]
}

export function focusOn(scene_id: number, now: number): Focus {
  return { scene_id, until: now + (scene_id === 0 ? stay.all : stay.scene), alarm_id: undefined }
}

/** The next of the round, or the one before; the first when the present one has left it. */
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

/** The newest critical alarm that came after `seen`; ids rise. */
export function newCritical<A extends CriticalAlarm>(alarms: readonly A[], seen: number): A | undefined {
  return alarms
    .filter(({ id, level }) => level === CRITICAL && id > seen)
    .reduce<A | undefined>((newest, alarm) => (newest && newest.id > alarm.id ? newest : alarm), undefined)
}

/** To the scene of the alarm, whatever else is shown. */
export function drawnBy(alarm: CriticalAlarm, now: number): Focus {
  return { scene_id: alarm.scene_id, until: now + stay.alarm, alarm_id: alarm.id }
}
