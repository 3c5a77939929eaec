import { type Static, Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Empty, enumOf, Flag, Id, Int, Line } from '../../kit/schema.ts'
import { tableIn, tableOut } from '../../kit/table.ts'
import { changeState, itemState, reviewOnly } from './enums.ts'
import { changeErrors as errors } from './errors.ts'
import { IntentEdit } from '../intent/shapes.ts'
import { ApplyOptions, Blast, ChangeRow, ItemRow, RefusedIntent } from './shapes.ts'
import { Confirmed, confirmErrors } from '../../kit/confirm.ts'

const one = Type.Object({ id: Id })

/** Lines of the indented document around a difference, secrets masked. */
const Hunk = Type.Object({
  /** Number of the first line in each text, from 1. */
  before: Type.Integer(),
  after: Type.Integer(),
  lines: Type.Array(
    Type.Object({
      mark: Type.Unsafe<' ' | '-' | '+'>({ type: 'string', enum: [' ', '-', '+'] }),
      text: Type.String(),
    }),
  ),
})

const ReviewRow = Type.Object({
  id: Id,
  sn: Type.String(),
  name: Type.String(),
  type: Type.Integer(),
  model: Type.String(),
  scene_id: Id,
  scene_name: Type.String(),
  online: Flag,
  /** 1: it returns automatically when it loses its connection. */
  returns: Flag,
  /** 0: it cannot be configured. */
  configurable: Flag,
  /** 0: its configuration is unknown: it is left out until that is read, imported or its replacement is accepted (`intent/base`). */
  known: Flag,
  /** 1: its configuration is derived from what it reports, and was never confirmed. */
  derived: Flag,
  /** 0: its configuration before the first sent one is unknown: neither this set nor its undo can restore that. */
  undoable: Flag,
  changed: Flag,
  added: Type.Integer(),
  removed: Type.Integer(),
  /** The first of them. */
  hunks: Type.Array(Hunk),
  refusals: Type.Array(RefusedIntent),
})
export type ReviewRow = Static<typeof ReviewRow>

export const changeCalls = defineCalls({
  list: {
    at: 'GET change',
    does: { zh: '变更单列表', en: 'Change sets of the team, newest first' },
    who: 'change.read',
    scene: 'read',
    in: tableIn({ state: Type.Optional(enumOf(changeState)) }, [
      'id',
      'name',
      'state',
      'created_at',
      'ended_at',
      'device_cnt',
    ]),
    out: tableOut(ChangeRow),
    shows: ['change'],
  },
  detail: {
    at: 'GET change/detail',
    does: { zh: '变更单详情', en: 'One change set with its edits and options' },
    who: 'change.read',
    scene: 'read',
    in: one,
    out: Type.Object({
      ...ChangeRow.properties,
      /** Secrets are `true`. `target` is the name of the scene, group or device. */
      edits: Type.Array(Type.Object({ ...IntentEdit.properties, target: Type.String() })),
      options: Type.Object(ApplyOptions),
      waves: Type.Array(
        Type.Object({
          wave: Type.Integer(),
          total: Type.Integer(),
          done: Type.Integer(),
          failed: Type.Integer(),
          busy: Type.Integer(),
        }),
      ),
      /** Whether the caller may cancel or undo it. */
      mine: Flag,
      /** 1: a guest's, in scenes of the caller's team: it can be ended, and its edits elsewhere are not shown. */
      guest: Flag,
    }),
    shows: ['change'],
  },
  item: {
    at: 'GET change/item',
    does: { zh: '变更单设备明细', en: 'Results of a change set by device' },
    who: 'change.read',
    scene: 'read',
    in: tableIn({ id: Id, state: Type.Optional(enumOf(itemState)) }, ['id', 'name', 'wave', 'state', 'at'], 1000),
    out: tableOut(ItemRow),
    shows: ['change'],
  },
  trail: {
    at: 'GET change/trail',
    does: { zh: '变更单过程记录', en: 'What happened in a change set, oldest first' },
    who: 'change.read',
    scene: 'read',
    in: one,
    out: Type.Object({
      list: Type.Array(
        Type.Object({ id: Id, at: Type.Integer(), by: Type.String(), what: Type.String(), data: Type.Unknown() }),
      ),
    }),
    shows: ['change'],
  },
  review: {
    at: 'GET change/review',
    does: { zh: '审核变更', en: 'Review the changes of a draft by device' },
    who: 'change.read',
    scene: 'read',
    in: tableIn({ id: Id, only: Type.Optional(enumOf(reviewOnly)) }, ['id', 'name'], 100),
    out: Type.Object({
      total: Type.Integer(),
      list: Type.Array(ReviewRow),
      rev: Type.Integer(),
      /** Of all devices, not of the page. */
      summary: Type.Object({
        device_cnt: Type.Integer(),
        /** Devices whose configuration changes. */
        changed_cnt: Type.Integer(),
        offline_cnt: Type.Integer(),
        /** Cannot return by themselves. */
        no_return_cnt: Type.Integer(),
        unconfigurable_cnt: Type.Integer(),
        /** Changing devices with unknown configuration. */
        unread_cnt: Type.Integer(),
        /** Changing devices whose former configuration cannot be restored. */
        no_undo_cnt: Type.Integer(),
        /** Devices with at least one refusal. */
        refused_cnt: Type.Integer(),
        blast: Blast,
      }),
    }),
    errors: [errors.notDraft, errors.tooManyDevices],
    shows: ['change', 'intent'],
  },
  discard: {
    at: 'POST change/discard',
    does: { zh: '放弃草稿', en: 'Discard a draft' },
    who: 'change.write',
    scene: 'write',
    in: one,
    out: Empty,
    errors: [errors.notDraft],
  },
  rename: {
    at: 'PUT change',
    does: { zh: '修改变更单名称', en: 'Rename a change set' },
    who: 'change.write',
    scene: 'write',
    in: Type.Object({ id: Id, name: Line(64, 1) }),
    out: Empty,
  },
  apply: {
    at: 'POST change/apply',
    does: { zh: '应用变更', en: 'Apply a change set' },
    who: 'change.write',
    scene: 'write',
    in: Type.Object({
      id: Id,
      /** As reviewed; the draft must not have changed since. */
      rev: Type.Optional(Int({ minimum: 0 })),
      ...ApplyOptions,
      ...Confirmed,
    }),
    out: Type.Object({ id: Id, device_cnt: Type.Integer() }),
    errors: [
      errors.notDraft,
      errors.deviceBusy,
      errors.changedSince,
      errors.tooManyDevices,
      errors.unread,
      errors.blocked,
      confirmErrors.needsConfirm,
    ],
  },
  cancel: {
    at: 'POST change/cancel',
    does: { zh: '取消变更并回退', en: 'Cancel and roll back a change set' },
    who: 'change.write',
    unconfirmed: 'it returns devices to what they ran; a brake asks nothing',
    scene: 'write',
    in: one,
    out: Empty,
    errors: [errors.notRunning],
  },
  finish: {
    at: 'POST change/finish',
    does: { zh: '不再等待离线设备', en: 'Stop waiting for offline devices' },
    who: 'change.write',
    unconfirmed: 'it ends the wait for devices that are offline',
    scene: 'write',
    in: one,
    out: Empty,
    errors: [errors.notWaiting],
  },
  undo: {
    at: 'POST change/undo',
    does: { zh: '撤销已完成的变更', en: 'Undo a finished change set' },
    who: 'change.write',
    scene: 'write',
    in: one,
    out: Type.Object({ id: Id }),
    errors: [errors.notDone, errors.draftOpen],
  },
})
