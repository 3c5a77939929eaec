import type { AlarmField, AlarmSetting } from '@belvedere/contract/rooms/alarm-type/shapes.ts'
import type { AlarmType } from '../define-alarm-type.ts'

export type { AlarmSetting } from '@belvedere/contract/rooms/alarm-type/shapes.ts'

/** The settings of one type at one place. */
export type LevelSetting = Partial<AlarmSetting>

/** 0 the default, 1 the whole team, 2 a group of scenes, 3 the scene. */
export interface SettingOrigin {
  from: 0 | 1 | 2 | 3
  name: string
}

export interface SettingLayer extends SettingOrigin {
  said: LevelSetting
}

/** The defaults of the type. */
export function usualOf(type: AlarmType): AlarmSetting {
  return {
    enabled: type.level === 0 ? 0 : 1,
    level: type.level === 0 ? (type.on ?? 3) : type.level,
    threshold: type.threshold?.usual ?? null,
    duration_s: type.duration?.usual ?? 0,
    notify_recover: 1,
    repeat_s: 0,
    quiet: [],
    targets: [],
    escalate: [],
  }
}

/** The later layer wins, field by field. */
export function settingOf(type: AlarmType, layers: readonly SettingLayer[]): AlarmSetting {
  return layers.reduce((all, { said }) => ({ ...all, ...said }), usualOf(type))
}

const usual: SettingOrigin = { from: 0, name: '' }

/** Source of each field. */
export function originsOf(layers: readonly SettingLayer[]): Record<AlarmField, SettingOrigin> {
  const fields = [
    'enabled',
    'level',
    'threshold',
    'duration_s',
    'notify_recover',
    'repeat_s',
    'quiet',
    'targets',
    'escalate',
  ] as const
  return Object.fromEntries(
    fields.map((field) => {
      const layer = layers.findLast(({ said }) => said[field] !== undefined)
      return [field, layer ? { from: layer.from, name: layer.name } : usual]
    }),
  ) as Record<AlarmField, SettingOrigin>
}

export type Preset = 'quiet' | 'normal' | 'strict'

/** The settings of a type in a preset; empty: the defaults. */
export function presetOf(type: AlarmType, preset: Preset): LevelSetting {
  if (preset === 'normal') return {}
  if (preset === 'quiet') {
    const duration_s = type.duration && Math.min(type.duration.most, type.duration.usual * 3)
    return type.level === 1 ? (duration_s ? { duration_s } : {}) : { enabled: 0 }
  }
  return {
    ...(type.level === 0 ? { enabled: 1 } : {}),
    ...(type.duration && type.duration.strict !== type.duration.usual ? { duration_s: type.duration.strict } : {}),
    ...(type.threshold && type.threshold.strict !== type.threshold.usual ? { threshold: type.threshold.strict } : {}),
  }
}

/** True when the settings of the given types equal the preset. */
export function isPreset(said: ReadonlyMap<string, LevelSetting>, types: Iterable<AlarmType>, preset: Preset): boolean {
  for (const type of types)
    if (JSON.stringify(sorted(said.get(type.id) ?? {})) !== JSON.stringify(sorted(presetOf(type, preset)))) return false
  return true
}

const sorted = (said: LevelSetting) => Object.entries(said).sort(([a], [b]) => (a < b ? -1 : 1))

/** The threshold, and whether values below it are wrong. */
export interface Bound {
  threshold: number | null
  below: boolean
}

export const isWrong = (value: number, { threshold, below }: Bound): boolean =>
  threshold === null ? value > 0 : below ? value < threshold : value >= threshold

/**
 * A value above its threshold has recovered when it is a little below it, so that a value that oscillates there is one alarm. A value
 * that must not fall below its threshold is counted in steps (a share of checks), and recovers at the threshold itself.
 */
export const isWell = (value: number, { threshold, below }: Bound): boolean =>
  threshold === null ? value <= 0 : below ? value >= threshold : value < threshold * 0.95

/** The bound from which intervals are stored: that of the strict preset, or a stricter one. */
export function rememberedFrom({ threshold, below }: Bound, strict: number | undefined): Bound {
  if (threshold === null) return { threshold, below }
  return { threshold: (below ? Math.max : Math.min)(threshold, strict ?? threshold), below }
}

/** The worse of two values. */
export const worse = (a: number, b: number, below: boolean): number => (below ? Math.min(a, b) : Math.max(a, b))
