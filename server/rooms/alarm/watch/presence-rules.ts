import type { AlarmSetting } from '@belvedere/contract/rooms/alarm-type/shapes.ts'

/** An offline device; `alarm_id`: its alarm, if it has one already. */
export interface AbsentDevice {
  device_id: number
  scene_id: number
  since: number
  alarm_id: number | null
}

/** The upstream devices of a device, the nearest first. */
type UpstreamMap = ReadonlyMap<number, { readonly above: readonly number[] }>

export interface AwayRise {
  device_id: number
  scene_id: number
  key: string
  level: AlarmSetting['level']
  at: number
  params: Record<string, unknown>
}

/** It is offline for ordered work: expected until then, with the name of the work. */
export interface PlannedAbsence {
  until: number
  params: Record<string, unknown>
}

export interface PresenceVerdict {
  rises: AwayRise[]
  /** The device that explains why a device is offline, for all that are; itself when it is the cause. */
  roots: ReadonlyMap<number, number>
}

/**
 * Which of the offline devices are raised. A device that is offline together with an upstream one is explained by the
 * highest of these; one that is offline together with devices behind it is certainly offline, and raised after only
 * `certain` seconds. An expected absence is raised when its time is over, and explains no others until then.
 */
export function evaluateAbsence(
  gone: readonly AbsentDevice[],
  places: UpstreamMap,
  now: number,
  certain: number,
  settingOf: (scene_id: number) => Pick<AlarmSetting, 'enabled' | 'level' | 'duration_s'>,
  planned: ReadonlyMap<number, PlannedAbsence> = new Map(),
): PresenceVerdict {
  const isExpected = ({ device_id }: AbsentDevice) => (planned.get(device_id)?.until ?? 0) > now
  const byId = new Map(gone.map((one) => [one.device_id, one]))
  const roots = new Map<number, number>()
  const families = new Map<number, AbsentDevice[]>()
  for (const one of gone) {
    let root = one.device_id
    for (const above of places.get(one.device_id)?.above ?? []) {
      if (!byId.has(above)) break
      root = above
    }
    roots.set(one.device_id, root)
    const family = families.get(root)
    if (family) family.push(one)
    else families.set(root, [one])
  }
  const rises: AwayRise[] = []
  for (const [root, all] of families) {
    // devices downstream of one that is expected to be offline are offline with it
    if (all.some((one) => one.device_id === root && isExpected(one))) continue
    const family = all.filter((one) => !isExpected(one))
    const { enabled, level, duration_s } = settingOf(byId.get(root)?.scene_id ?? 0)
    if (!enabled) continue
    const waits = Math.min(duration_s, certain)
    const settled = family.filter(({ since }) => now - since >= waits)
    const isCertain = settled.length > 1 && settled.some(({ device_id }) => device_id === root)
    const isKnown = byId.get(root)?.alarm_id != null
    const isDue = family.some(({ since }) => now - since >= duration_s)
    if (!isCertain && !isKnown && !isDue) continue
    for (const { device_id, scene_id, since, alarm_id } of family) {
      const due = isCertain || isKnown ? now - since >= waits : now - since >= duration_s
      if (alarm_id === null && (due || device_id === root))
        rises.push({ device_id, scene_id, key: '', level, at: since, params: planned.get(device_id)?.params ?? {} })
    }
  }
  return { rises, roots }
}

/** The parent of each alarm. */
export function underRoots(
  { roots }: PresenceVerdict,
  gone: readonly AbsentDevice[],
  raised: readonly { id: number; device_id: number }[],
): { id: number; parent_id: number }[] {
  const alarms = new Map(raised.map(({ id, device_id }) => [device_id, id]))
  for (const { device_id, alarm_id } of gone) if (alarm_id !== null) alarms.set(device_id, alarm_id)
  const pairs: { id: number; parent_id: number }[] = []
  for (const [device, root] of roots) {
    const [id, parent_id] = [alarms.get(device), alarms.get(root)]
    if (device !== root && id !== undefined && parent_id !== undefined) pairs.push({ id, parent_id })
  }
  return pairs
}
