import { groupCalls } from '@belvedere/contract/rooms/scene/group.ts'
import { Users } from 'lucide-react'
import type { RowOf } from '../../../kit/list/call-table.tsx'
import { GroupActions as Actions } from '../../../kit/group/group-actions.tsx'
import type { OpenGroup } from '../../../kit/group/open-group.ts'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { useMay } from '../../../kit/session/session.ts'
import { say } from '../../../kit/words/words.ts'

export type SceneGroup = RowOf<typeof groupCalls.list>

export function GroupActions({ group, open }: { group: SceneGroup; open: (what: OpenGroup<SceneGroup>) => void }) {
  const remove = useMutateCall(groupCalls.remove, { done: { zh: '分组已删除', en: 'The group was removed' } })
  const stays = say(
    { zh: '其中的 {n} 个场景不会被删除。', en: 'Its {n} {n:scene is|scenes are} kept.' },
    { n: group.scene_cnt },
  )
  return <Actions {...{ group, open, stays, remove }} icon={Users} mayWrite={useMay()('scene.write')} />
}
