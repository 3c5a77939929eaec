import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Empty, enumOf, Flag, Id, Maybe, Time } from '../../kit/schema.ts'
import { alarmLevel } from './enums.ts'
import { alarmPreset } from './enums.ts'
import { alarmTypeErrors as errors } from './errors.ts'
import { type AlarmField, AlarmFields, AlarmTypeId, ConfigPlace, Threshold } from './shapes.ts'

/** Source of a value: 0 the default, 1 everything, 2 a group of scenes, 3 the scene. */
const Origin = Type.Object({ from: Type.Integer({ minimum: 0, maximum: 3 }), name: Type.String() })

const Field = Type.Unsafe<AlarmField>({ type: 'string', enum: Object.keys(AlarmFields) })
const { threshold: _, ...Fields } = AlarmFields

/** The settings of a type at a place. */
const Wish = Type.Object({
  type: AlarmTypeId,
  ...Type.Partial(Type.Object({ ...Fields, threshold: Threshold })).properties,
  /** Fields to remove, so that they are inherited again. */
  inherit: Type.Optional(Type.Array(Field, { maxItems: 16 })),
})

export const ConfigRow = Type.Object({
  type: Type.String(),
  name: Type.String(),
  /** When it is raised and when it ends, in a sentence. */
  when: Type.String(),
  /** Of the specification; 0: off by default. */
  default_level: Type.Integer({ minimum: 0, maximum: 3 }),
  /** The effective values. */
  ...AlarmFields,
  /** Source of each value. */
  origin: Type.Record(Type.String(), Origin),
  /** Fields set at this place. */
  own: Type.Array(Type.String()),
  momentary: Flag,
  bounds: Type.Object({
    threshold: Maybe(
      Type.Object({ label: Type.String(), unit: Type.String(), least: Type.Number(), most: Type.Number() }),
    ),
    /** null: it is momentary, or raised at once. */
    duration_most: Maybe(Type.Integer()),
  }),
})

export const configCalls = defineCalls({
  get: {
    at: 'GET alarm/config',
    does: { zh: '告警设置', en: 'Alarm settings, with the source of each value' },
    who: 'config.read',
    scene: 'read',
    in: Type.Object(ConfigPlace),
    out: Type.Object({
      list: Type.Array(ConfigRow),
      /** The preset that the place equals; null: none. */
      preset: Maybe(enumOf(alarmPreset)),
      may_write: Flag,
    }),
    errors: [errors.onePlace, errors.foreignGroup],
    shows: ['alarm-config'],
  },
  /** Other types and other fields stay as they are. A `preset` replaces all settings of the place. */
  set: {
    at: 'POST alarm/config',
    does: { zh: '修改告警设置', en: 'Change alarm settings' },
    who: 'alarm.write',
    scene: 'write',
    in: Type.Object({
      ...ConfigPlace,
      list: Type.Optional(Type.Array(Wish, { maxItems: 64 })),
      preset: Type.Optional(enumOf(alarmPreset)),
    }),
    out: Empty,
    errors: [errors.unknownType, errors.outOfBounds, errors.onePlace, errors.foreignGroup],
  },
  /** Computed from stored condition intervals and samples. Settings that are not given are those of the place. */
  test: {
    at: 'GET alarm/config/test',
    does: { zh: '用最近 7 天的数据试算', en: 'Simulate alarm settings with the data of the last 7 days' },
    who: 'alarm.read',
    scene: 'read',
    in: Type.Object({
      ...ConfigPlace,
      type: AlarmTypeId,
      threshold: Type.Optional(Type.Number({ minimum: 0, maximum: 1_000_000 })),
      duration_s: Type.Optional(AlarmFields.duration_s),
      days: Type.Optional(Type.Integer({ minimum: 1, maximum: 7, default: 7 })),
    }),
    out: Type.Object({
      type: Type.String(),
      threshold: Maybe(Type.Number()),
      duration_s: Type.Integer(),
      level: enumOf(alarmLevel),
      from: Time,
      to: Time,
      /** Begin of the stored data; later than `from`: the answer covers less than asked for. */
      known_from: Maybe(Time),
      cnt: Type.Integer(),
      device_cnt: Type.Integer(),
      /** By day, oldest first. */
      days: Type.Array(Type.Object({ at: Time, cnt: Type.Integer() })),
      /** Devices with the most alarms. */
      top: Type.Array(
        Type.Object({
          device_id: Id,
          device_name: Type.String(),
          scene_name: Type.String(),
          cnt: Type.Integer(),
          last_at: Time,
          longest_s: Type.Integer(),
        }),
      ),
    }),
    errors: [errors.unknownType, errors.onePlace, errors.foreignGroup],
  },
})
