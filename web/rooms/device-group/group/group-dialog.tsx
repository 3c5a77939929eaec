import { groupCalls } from '@belvedere/contract/rooms/device/group.ts'
import { groupAdded, GroupForm, groupSaved, type GroupFields } from '../../../kit/group/group-form.tsx'
import { useMutateCall } from '../../../kit/calls/query.ts'
import type { DeviceGroup } from './group-actions.tsx'

export function GroupDialog({ group, onClose }: { group?: DeviceGroup; onClose: () => void }) {
  const add = useMutateCall(groupCalls.add, groupAdded)
  const change = useMutateCall(groupCalls.change, groupSaved)
  const save = (fields: GroupFields) =>
    group ? change.run({ id: group.id, rev: group.rev, ...fields }) : add.run(fields)
  const { pending, fields } = group ? change : add
  return <GroupForm noted {...{ group, save, pending, onClose }} refused={fields} />
}
