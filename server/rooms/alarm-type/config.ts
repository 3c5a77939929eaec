import { alarmTypeErrors as errors } from '@belvedere/contract/rooms/alarm-type/errors.ts'
import { alarmTitles } from '@belvedere/contract/rooms/alarm-type/titles.ts'
import { configCalls } from '@belvedere/contract/rooms/alarm-type/config.ts'
import type { AlarmField } from '@belvedere/contract/rooms/alarm-type/shapes.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { defineUndo, type Reversal } from '../../engines/undo/define-undo.ts'
import { catalogue } from './catalogue.ts'
import { layersAt, requestedTarget, type ConfigTarget } from './config/target.ts'
import { isPreset, originsOf, presetOf, type LevelSetting, settingOf } from './config/rules.ts'
import { alarmConfigChanged } from './config/settings.gateway.ts'
import { holdConfig, saveConfig } from './config/store.ts'
import { simulate } from './config/simulate.ts'
import type { AlarmType } from './define-alarm-type.ts'

/** The most severe first, those that are off by default last. */
const byLevel = [...catalogue.values()].sort((a, b) => (a.level || 9) - (b.level || 9) || a.id.localeCompare(b.id))

const presets = ['normal', 'quiet', 'strict'] as const

export const calls = implement(configCalls, {
  async get(ctx, asked) {
    const place = await requestedTarget(ctx, asked)
    const layers = await layersAt(ctx, place)
    const own = ownOf(layers, place)
    const list = byLevel.map((type) => ({
      ...describe(type, ctx),
      ...settingOf(type, layers.get(type.id) ?? []),
      origin: originsOf(layers.get(type.id) ?? []),
      own: Object.keys(own.get(type.id) ?? {}),
    }))
    const preset = presets.find((one) => isPreset(own, catalogue.values(), one)) ?? null
    return { list, preset, may_write: mayWrite(ctx, place) }
  },
  async set(ctx, { list = [], preset, ...asked }) {
    const place = await requestedTarget(ctx, asked)
    const before = await holdConfig(ctx, place)
    const after = preset ? presetSaid(preset) : new Map(before)
    for (const { type, ...wish } of list) after.set(type, wished(requireType(type), after.get(type) ?? {}, wish, ctx))
    await keep(ctx, place, before, after)
    return {}
  },
  async test(ctx, { type, days = 7, threshold, duration_s, ...asked }) {
    const known = requireType(type)
    const place = await requestedTarget(ctx, asked)
    const setting = settingOf(known, (await layersAt(ctx, place)).get(type) ?? [])
    const wish = {
      threshold: known.threshold ? (threshold ?? setting.threshold) : null,
      duration_s: known.duration ? (duration_s ?? setting.duration_s) : 0,
    }
    return {
      type,
      ...wish,
      level: setting.level,
      ...(await simulate(ctx, place, known, wish, ctx.now() - days * 86_400)),
    }
  },
})

/** Settings of a scene require rights to it, those of a group or of the whole team only the permission. */
const mayWrite = ({ access }: Ctx, { scene_id }: ConfigTarget): 0 | 1 =>
  (scene_id === null ? access.can('alarm.write') : access.canIn(scene_id, 'alarm.write')) ? 1 : 0

function requireType(id: string): AlarmType {
  const type = catalogue.get(id)
  if (!type) throw refuse(errors.unknownType)
  return type
}

function ownOf(
  layers: ReadonlyMap<string, readonly { from: number; said: LevelSetting }[]>,
  { from }: ConfigTarget,
): Map<string, LevelSetting> {
  return new Map(
    [...layers].flatMap(([type, list]) => {
      const own = list.find((layer) => layer.from === from)
      return own ? [[type, own.said] as const] : []
    }),
  )
}

function describe(type: AlarmType, { lang }: Ctx) {
  const { threshold, duration } = type
  return {
    type: type.id,
    name: alarmTitles[type.id][lang],
    when: type.when[lang],
    default_level: type.level,
    momentary: type.momentary ? (1 as const) : (0 as const),
    bounds: {
      threshold: threshold
        ? { label: threshold.words[lang], unit: threshold.unit[lang], least: threshold.least, most: threshold.most }
        : null,
      duration_most: duration?.most ?? null,
    },
  }
}

const presetSaid = (preset: (typeof presets)[number]): Map<string, LevelSetting> =>
  new Map([...catalogue.values()].map((type) => [type.id, presetOf(type, preset)]))

type SettingChange = { [K in keyof LevelSetting]?: LevelSetting[K] | undefined } & {
  inherit?: readonly AlarmField[] | undefined
}

/** The settings with the given changes. */
function wished(
  type: AlarmType,
  said: LevelSetting,
  { inherit = [], ...wish }: SettingChange,
  { lang }: Ctx,
): LevelSetting {
  const { threshold, duration } = type
  const bounds = (field: string, value: number, least: number, most: number) => {
    if (value < least || value > most) throw refuse(errors.outOfBounds, { field, least, most })
  }
  if (wish.threshold != null && threshold)
    bounds(threshold.words[lang], wish.threshold, threshold.least, threshold.most)
  if (wish.duration_s != null && duration)
    bounds({ zh: '持续时间', en: 'The time' }[lang], wish.duration_s, 0, duration.most)
  const all = Object.entries({ ...said, ...wish }).filter(
    ([field, value]) =>
      value !== undefined &&
      !inherit.includes(field as AlarmField) &&
      !(field === 'threshold' && !threshold) &&
      !(field === 'duration_s' && !duration),
  )
  return Object.fromEntries(all) as LevelSetting
}

async function keep(
  ctx: Ctx,
  place: ConfigTarget,
  before: ReadonlyMap<string, LevelSetting>,
  after: ReadonlyMap<string, LevelSetting>,
) {
  await saveConfig(ctx, place, after, ctx.session?.name ?? '', ctx.now())
  const { team_id, group_id, scene_id, name } = place
  ctx.audit({
    // of the whole team: the team's id; for a group and a scene their own ids
    object: scene_id
      ? `alarm-config-scene:${scene_id}`
      : group_id
        ? `alarm-config-group:${group_id}`
        : `alarm-config:${team_id}`,
    name,
    ...(scene_id && { scene_id }),
    before: { said: quotedText(before) },
    after: { said: quotedText(after) },
  })
  ctx.emit(alarmConfigChanged, { team_id, scene_id: scene_id ?? 0, uid: ctx.uid })
}

const quotedText = (said: ReadonlyMap<string, LevelSetting>) =>
  Object.fromEntries(
    [...said].filter(([, fields]) => Object.keys(fields).length > 0).sort(([a], [b]) => (a < b ? -1 : 1)),
  )

/** Restores the settings of a place. */
const back = (kind: string, placeOf: (id: number) => { group_id?: number; scene_id?: number }): Reversal => ({
  kind,
  async read(ctx, id) {
    return { said: quotedText(await holdConfig(ctx, await requestedTarget(ctx, placeOf(id)))) }
  },
  async change(ctx, id, { said }) {
    const place = await requestedTarget(ctx, placeOf(id))
    const now = await holdConfig(ctx, place)
    const then = new Map(now)
    // missing fields become null
    for (const [type, fields] of Object.entries(said as Record<string, object | null>))
      then.set(
        type,
        Object.fromEntries(Object.entries(fields ?? {}).filter(([, value]) => value !== null)) as LevelSetting,
      )
    await keep(ctx, place, now, then)
  },
})

const backs = [
  back('alarm-config', () => ({})),
  back('alarm-config-group', (group_id) => ({ group_id })),
  back('alarm-config-scene', (scene_id) => ({ scene_id })),
] as const

export const undo = defineUndo(configCalls, {
  set: ({ object }) => backs.find(({ kind }) => object.startsWith(`${kind}:`)) ?? backs[0],
})
