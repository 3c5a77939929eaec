import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { intentKind } from '../../kit/intent/kinds.ts'
import { enumOf, Id, IdOrZero, Ids } from '../../kit/schema.ts'

export const groupEffectCalls = defineCalls({
  /** The effect of joining a group, or with `group_id` 0 of leaving the present ones; nothing is changed. */
  preview: {
    at: 'POST device/group/effect',
    does: { zh: '预览加入或移出分组的影响', en: 'Preview what a change of group brings' },
    who: 'device.write',
    scene: 'write',
    audit: false,
    in: Type.Object({ group_id: IdOrZero, ids: Ids }),
    out: Type.Object({
      /** Devices that change their group; the others are already in it, or may not be changed by the caller. */
      total_cnt: Type.Integer(),
      /** Those of them that leave another group. */
      moved_cnt: Type.Integer(),
      /** Those of them whose desired configuration changes. */
      changed_cnt: Type.Integer(),
      /** The first of those, and all of their ids. */
      changed: Type.Array(Type.Object({ id: Id, name: Type.String() })),
      changed_ids: Type.Array(Id),
      /** Intents of the group, by kind. */
      kinds: Type.Array(Type.Object({ kind: enumOf(intentKind), cnt: Type.Integer() })),
      /** Names of the timers that act on its devices. */
      timers: Type.Array(Type.String()),
    }),
  },
})
