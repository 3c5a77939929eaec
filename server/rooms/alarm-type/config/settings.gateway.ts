import type { Db } from '../../../kernel/db.ts'
import { defineEvent, eventSubject } from '../../../kernel/event.ts'
import type { System } from '../../../kernel/implement.ts'
import { defineStartup } from '../../../kernel/startup.ts'
import { sceneGroupChanged } from '../../scene/api.ts'
import { catalogue } from '../catalogue.ts'
import { type AlarmSetting, type SettingLayer, type LevelSetting, settingOf } from './rules.ts'
import { allConfigs, allScenes } from './store.ts'

/** Settings of a team, a group or a scene were changed; browsers of the scenes concerned read them again. */
export const alarmConfigChanged = defineEvent<{ team_id: number; scene_id: number; uid: number }>(
  'alarm.config-changed',
  {
    live: ({ scene_id, uid }) => [
      { topic: 'alarm-config', scene_id },
      { topic: 'alarm-config', scene_id: 0, uid },
    ],
  },
)

/** Seconds after which settings are read again without an event: events may be lost. */
const STALE = 30

/** A setting, and whether its level was set. */
export type EffectiveSetting = AlarmSetting & { levelSet: boolean }

/** The effective settings of every scene, as of one time. */
export interface Settings {
  of(scene_id: number, type: string): EffectiveSetting
}

let known: { at: number; settings: Settings } | undefined
let reading: Promise<Settings> | undefined

/** The effective settings of all scenes, from memory; an event of a change clears it. */
export async function settingsNow(db: Db): Promise<Settings> {
  const now = performance.now() / 1000
  if (known && now - known.at < STALE) return known.settings
  const settings = await (reading ??= readSettings(db).finally(() => (reading = undefined)))
  known = { at: now, settings }
  return settings
}

/** The effective setting of a type in a scene; an unknown type is off. */
export async function settingFor(db: Db, scene_id: number, type: string): Promise<AlarmSetting> {
  return (await settingsNow(db)).of(scene_id, type)
}

export function invalidateSettings(): void {
  known = undefined
}

/** Every process subscribes to changes, in every role. */
const hear = async (system: System): Promise<void> => {
  for (const event of [alarmConfigChanged, sceneGroupChanged])
    system.bus.subscribe(eventSubject(event.name), invalidateSettings)
}
export const invalidateAtGateway = defineStartup<System>({ order: 20, role: 'gateway', run: hear })
export const invalidateAtWorker = defineStartup<System>({ order: 20, role: 'worker', run: hear })

const off: EffectiveSetting = {
  levelSet: false,
  enabled: 0,
  level: 3,
  threshold: null,
  duration_s: 0,
  notify_recover: 1,
  repeat_s: 0,
  quiet: [],
  targets: [],
  escalate: [],
}

async function readSettings(db: Db): Promise<Settings> {
  const [configs, scenes] = [await allConfigs(db), await allScenes(db)]
  const places = new Map<string, Map<string, LevelSetting>>()
  for (const { team_id, group_id, scene_id, type, fields } of configs) {
    const place = scene_id ? `scene ${scene_id}` : group_id ? `group ${group_id}` : `team ${team_id}`
    const said = places.get(place) ?? new Map<string, LevelSetting>()
    places.set(place, said.set(type, fields))
  }
  const homes = new Map(scenes.map((scene) => [scene.id, scene]))
  const made = new Map<number, Map<string, EffectiveSetting>>()
  const layersOf = (scene_id: number, type: string): SettingLayer[] => {
    const home = homes.get(scene_id)
    if (!home) return []
    const said = [`team ${home.team_id}`, ...home.groups.map((id) => `group ${id}`), `scene ${scene_id}`].map((place) =>
      places.get(place)?.get(type),
    )
    return said.flatMap((one) => (one ? [{ from: 0 as const, name: '', said: one }] : []))
  }
  return {
    of(scene_id, id) {
      let scene = made.get(scene_id)
      if (!scene) made.set(scene_id, (scene = new Map()))
      const before = scene.get(id)
      if (before) return before
      const type = catalogue.get(id)
      const layers = layersOf(scene_id, id)
      const levelSet = layers.some(({ said }) => said.level !== undefined)
      const setting = type ? { ...settingOf(type, layers), levelSet } : off
      scene.set(id, setting)
      return setting
    },
  }
}
