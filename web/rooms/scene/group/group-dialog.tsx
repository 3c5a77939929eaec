import { groupCalls } from '@belvedere/contract/rooms/scene/group.ts'
import { groupAdded, GroupForm, groupSaved, type GroupFields } from '../../../kit/group/group-form.tsx'
import { useMutateCall } from '../../../kit/calls/query.ts'
import type { SceneGroup } from './group-actions.tsx'

export function GroupDialog({ group, onClose }: { group?: SceneGroup; onClose: () => void }) {
  const add = useMutateCall(groupCalls.add, groupAdded)
  const change = useMutateCall(groupCalls.change, groupSaved)
  const save = ({ name, color }: GroupFields) =>
    group ? change.run({ id: group.id, rev: group.rev, name, color }) : add.run({ name, color })
  const { pending, fields } = group ? change : add
  return <GroupForm {...{ group, save, pending, onClose }} refused={fields} />
}
