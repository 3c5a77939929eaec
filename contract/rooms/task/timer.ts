import { Type, type TProperties } from 'typebox'
import { taskResult } from './enums.ts'
import { upgradeImage } from './shapes.ts'
import { defineCalls } from '../../kit/define-calls.ts'
import { Flag, Id, IdOrZero, Ids, Line, Lines, Maybe, Revision, Time, enumOf } from '../../kit/schema.ts'
import { BatchOut, tableIn, tableOut } from '../../kit/table.ts'
import type { Words } from '../../kit/text.ts'
import { Confirmed, confirmErrors } from '../../kit/confirm.ts'
import { taskErrors as errors, upgradeErrors } from './errors.ts'
import { timerOutcome, timerScope, timerType, weekday } from './timer/enums.ts'

/** Schedule in the time zone of each scene: weekdays, or a single day. */
const When = {
  /** '0' Sunday … '6' Saturday. */
  weekdays: Type.Optional(Type.Array(enumOf(weekday), { maxItems: 7, uniqueItems: true })),
  /** Once, on that day; without `weekdays`. */
  date: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })),
  /** `HH:MM`; needed for a new timer. */
  time: Type.Optional(Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' })),
  grace_minutes: Type.Optional(Type.Integer({ minimum: 0, maximum: 720 })),
  /** Hours of waiting for devices that are offline at that time. */
  wait_hours: Type.Optional(Type.Integer({ minimum: 1, maximum: 168 })),
}

/** Its targets: some devices, the members of a device group at that time, or all devices of a scene at that time. */
const Target = {
  ids: Type.Optional(Ids),
  group_id: Type.Optional(Id),
  scene_ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 1000 })),
}

const timerErrors = [errors.timerTarget, errors.timerWhen, errors.timerPast, confirmErrors.needsConfirm]

const keep = <const V extends string, P extends TProperties>(verb: V, does: Words, more: P) => ({
  at: `POST device/timer/${verb}` as const,
  does,
  who: 'device.command' as const,
  scene: 'write' as const,
  /** With `id` and `rev` a timer is changed: what is left out stays as it is. */
  in: Type.Object({
    id: Type.Optional(Id),
    rev: Type.Optional(Revision),
    name: Type.Optional(Line(32)),
    ...Target,
    ...When,
    ...more,
  }),
  /** `next_at`: the earliest run of all its scenes. */
  out: Type.Object({ id: Id, rev: Type.Integer(), next_at: Maybe(Time) }),
  errors: timerErrors,
})

export const timerCalls = defineCalls({
  list: {
    at: 'GET device/task/timer',
    does: { zh: '定时任务列表', en: 'List timers' },
    who: 'config.read',
    scene: 'read',
    in: tableIn(
      {
        scene_id: Type.Optional(IdOrZero),
        type: Type.Optional(enumOf(timerType)),
        /** Timers that act on this device. */
        device_id: Type.Optional(Id),
        group_id: Type.Optional(Id),
        paused: Type.Optional(Flag),
      },
      ['id', 'name', 'type', 'next_at', 'last_at', 'created_at'],
    ),
    out: tableOut(
      Type.Object({
        id: Id,
        rev: Type.Integer(),
        name: Type.String(),
        type: enumOf(timerType),
        scope: enumOf(timerScope),
        /** Devices it acts on now, of those the caller sees. */
        device_cnt: Type.Integer(),
        /** Up to three names of them. */
        devices: Type.Array(Type.String()),
        /** Those chosen one by one. */
        ids: Type.Array(Id),
        group_id: Maybe(Id),
        group_name: Maybe(Type.String()),
        weekdays: Type.Array(enumOf(weekday)),
        date: Maybe(Type.String()),
        time: Type.String(),
        grace_minutes: Type.Integer(),
        wait_hours: Type.Integer(),
        paused: Flag,
        /** Of an upgrade: `firmware_id`, or `uri`, `sha256`, `signature`; of a backup: `note`. */
        args: Type.Record(Type.String(), Type.String()),
        /** The account whose rights it runs with. */
        operator: Type.String(),
        next_at: Maybe(Time),
        last_at: Maybe(Time),
        /** Scenes the caller sees, the next to run first; each has its own clock. */
        scenes: Type.Array(
          Type.Object({
            scene_id: Id,
            scene_name: Type.String(),
            time_zone: Type.String(),
            next_at: Maybe(Time),
            /** The last time it was due. */
            last_at: Maybe(Time),
            last: Maybe(enumOf(timerOutcome)),
            /** Number of consecutive missed runs. */
            missed_cnt: Type.Integer(),
            /** The task of the last run, and its result. */
            task_id: Maybe(Id),
            result: Maybe(enumOf(taskResult)),
            total_cnt: Type.Integer(),
            err_cnt: Type.Integer(),
          }),
        ),
        created_at: Time,
        updated_at: Time,
        changed_by: Type.String(),
      }),
    ),
    shows: ['timer', 'task'],
  },
  remove: {
    at: 'DELETE device/task/timer',
    does: { zh: '删除定时任务', en: 'Remove timers' },
    who: 'device.command',
    scene: 'write',
    undoable: true,
    in: Type.Object({ ids: Ids }),
    out: BatchOut,
  },
  pause: {
    at: 'POST device/timer/pause',
    does: { zh: '暂停或恢复定时任务', en: 'Pause or resume timers' },
    who: 'device.command',
    scene: 'write',
    in: Type.Object({ ids: Ids, paused: Flag }),
    out: BatchOut,
  },
  reboot: keep('reboot', { zh: '定时重启', en: 'Reboot devices on a timer' }, Confirmed),
  /** Refuses like the immediate call, for the present target devices. */
  upgrade: {
    ...keep('upgrade', { zh: '定时升级', en: 'Upgrade devices on a timer' }, { ...upgradeImage, ...Confirmed }),
    errors: [...timerErrors, ...Object.values(upgradeErrors)],
  },
  backup: {
    ...keep('backup', { zh: '定时备份', en: 'Back up devices on a timer' }, { note: Type.Optional(Lines(128)) }),
    unconfirmed: 'devices hand out what they run',
  },
})
