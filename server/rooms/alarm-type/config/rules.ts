import type { AlarmField, AlarmSetting } from '@belvedere/contract/rooms/alarm-type/shapes.ts'
import type { AlarmType } from '../define-alarm-type.ts'

export type { AlarmSetting } from '@belvedere/contract/rooms/alarm-type/shapes.ts'

/** What is said at one place of one type. */
export type LevelSetting = Partial<AlarmSetting>

/** 0 the usual, 1 everything, 2 a group of scenes, 3 the scene. */
export interface SettingOrigin {
  from: 0 | 1 | 2 | 3
  name: string
}

export interface SettingLayer extends SettingOrigin {
  said: LevelSetting
}

/** As the type itself has it. */
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

/** Where each field comes from. */
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

/** What a preset says of a type; nothing: the usual counts. */
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

/** The fields with which the given types differ from the preset: none, and the place is that preset. */
export function isPreset(said: ReadonlyMap<string, LevelSetting>, types: Iterable<AlarmType>, preset: Preset): boolean {
  for (const type of types)
    if (JSON.stringify(sorted(said.get(type.id) ?? {})) !== JSON.stringify(sorted(presetOf(type, preset)))) return false
  return true
}

const sorted = (said: LevelSetting) => Object.entries(said).sort(([a], [b]) => (a < b ? -1 : 1))

/** Where a value begins to be wrong, and whether that is below. */
export interface Bound {
  threshold: number | null
  below: boolean
}

export const isWrong = (value: number, { threshold, below }: Bound): boolean =>
  threshold === null ? value > 0 : below ? value < threshold : value >= threshold

/**
 * Above a threshold it is well again a little below it, so that a value that trembles there is one alarm. What must not fall
 * below its own is counted in steps (a share of checks), and may have nothing above it.
 */
export const isWell = (value: number, { threshold, below }: Bound): boolean =>
  threshold === null ? value <= 0 : below ? value >= threshold : value < threshold * 0.95

/** The bound from which a value is worth remembering: the strict setting's, or a stricter one. */
export function rememberedFrom({ threshold, below }: Bound, strict: number | undefined): Bound {
  if (threshold === null) return { threshold, below }
  return { threshold: (below ? Math.max : Math.min)(threshold, strict ?? threshold), below }
}

/** The worse of two values. */
export const worse = (a: number, b: number, below: boolean): number => (below ? Math.min(a, b) : Math.max(a, b))
