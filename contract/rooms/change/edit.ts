import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Empty, enumOf, Id, Ids, Line, Maybe } from '../../kit/schema.ts'
import { changeState } from './enums.ts'
import { changeErrors as errors } from './errors.ts'
import { intentErrors } from '../intent/errors.ts'
import { IntentEdit } from '../intent/shapes.ts'
import { EditPlace } from './shapes.ts'

const DraftOut = Type.Object({
  /** 0: there is no draft. */
  id: Type.Integer(),
  rev: Type.Integer(),
  edit_cnt: Type.Integer(),
  /** Devices the edits touch. */
  device_cnt: Type.Integer(),
})

export const editCalls = defineCalls({
  put: {
    at: 'POST change/edit',
    does: { zh: '编辑变更草稿', en: 'Add edits to the draft, or replace them' },
    who: 'change.write',
    scene: 'write',
    /** An edit of a place that is in the draft already replaces it. */
    in: Type.Object({
      edits: Type.Array(IntentEdit, { minItems: 1, maxItems: 500 }),
      /** Name of the draft. */
      name: Type.Optional(Line(64)),
    }),
    out: DraftOut,
    errors: [errors.tooMany, intentErrors.badTarget, intentErrors.badKey, intentErrors.tooLarge],
    audit: false,
  },
  drop: {
    at: 'DELETE change/edit',
    does: { zh: '移除草稿中的一项', en: 'Take one edit out of the draft' },
    who: 'change.write',
    scene: 'write',
    in: Type.Object(EditPlace),
    out: DraftOut,
    audit: false,
  },
  restore: {
    at: 'POST change/restore',
    does: {
      zh: '恢复配置版本',
      en: 'Put what a device needs to run an earlier revision again into the draft, as its own intents',
    },
    who: 'change.write',
    scene: 'write',
    in: Type.Object({ device_id: Id, revision_id: Id }),
    /** `left`: places of the revision that intents cannot express. */
    out: Type.Object({ ...DraftOut.properties, left: Type.Integer() }),
    errors: [errors.tooMany, intentErrors.badTarget, intentErrors.noRevision],
    audit: false,
  },
  /** Devices that already run their desired state are left out; 0 in `id`: all do. */
  resend: {
    at: 'POST change/resend',
    does: {
      zh: '将待生效的配置加入草稿',
      en: 'Add drifted devices to the draft with their desired configuration',
    },
    who: 'change.write',
    scene: 'write',
    in: Type.Object({ ids: Ids, name: Type.Optional(Line(64)) }),
    out: DraftOut,
    errors: [errors.tooMany, intentErrors.badTarget],
    audit: false,
  },
  open: {
    at: 'GET change/open',
    does: { zh: '当前草稿与执行中的变更', en: "The caller's draft, and the running change sets" },
    who: 'change.read',
    scene: 'read',
    in: Empty,
    out: Type.Object({
      draft: Maybe(Type.Object({ ...DraftOut.properties, name: Type.String() })),
      running: Type.Array(
        Type.Object({
          id: Id,
          name: Type.String(),
          state: enumOf(changeState),
          device_cnt: Type.Integer(),
          done_cnt: Type.Integer(),
        }),
      ),
    }),
    shows: ['change'],
  },
})
