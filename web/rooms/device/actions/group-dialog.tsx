import { groupCalls } from '@belvedere/contract/rooms/device/group.ts'
import { groupEffectCalls } from '@belvedere/contract/rooms/intent/group-effect.ts'
import { useState } from 'react'
import { inChunks, type BatchOutcome } from '../../../kit/batch/batch-outcome.ts'
import { call } from '../../../kit/calls/call.ts'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { say, type Words } from '../../../kit/words/words.ts'
import { FormDialog } from '../../../ui/dialogs/dialog.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import type { ListedDevice } from '../device-table/device.ts'
import { draftChanged, GroupEffect } from '../../intent/api.tsx'
import { Named } from './named.tsx'
import { showFailure } from '../../task/api.tsx'

interface GroupDialogProps {
  devices: readonly ListedDevice[]
  onClose: () => void
  onDone: (outcome: BatchOutcome, retry: (ids: readonly number[]) => Promise<BatchOutcome>) => void
}

/** Value for no group: a device leaves its group. */
const none = 0

/** Adds devices to a group, or removes each from its group. */
export function GroupDialog({ devices, onClose, onDone }: GroupDialogProps) {
  const { data, isPending: loading } = useQueryCall(groupCalls.option, {})
  const [group_id, choose] = useState<number>()
  const [error, setError] = useState<Words>()
  const [pending, setPending] = useState(false)
  const options = [
    ...(data?.list ?? []).map(({ id, name }) => ({ id, label: name })),
    ...(devices.some((device) => device.group_id !== null) ? [{ id: none, zh: '不分组', en: 'No group' }] : []),
  ]
  const { data: effect } = useQueryCall(
    groupEffectCalls.preview,
    { group_id: group_id ?? none, ids: idsOf(devices) },
    { enabled: group_id !== undefined },
  )
  const submit = async () => {
    if (group_id === undefined) return setError({ zh: '请选择分组', en: 'Please choose a group' })
    setPending(true)
    const work = (some: readonly ListedDevice[]) => (group_id === none ? leaveAll(some) : join(group_id, some))
    try {
      const outcome = await work(devices)
      if (effect) await draftChanged(effect)
      onDone(outcome, (ids) => work(devices.filter(({ id }) => ids.includes(id))))
    } catch (refused) {
      showFailure(refused)
      setPending(false)
    }
  }
  return (
    <FormDialog
      open
      onClose={onClose}
      onSubmit={() => void submit()}
      pending={pending}
      width={480}
      title={{ zh: '设置分组', en: 'Set the group' }}
    >
      <Select
        filter
        required
        loading={loading}
        label={{ zh: '分组', en: 'Group' }}
        hint={{ zh: '一台设备只属于一个分组，原分组会被替换', en: 'A device is in one group: this one replaces it' }}
        error={error}
        options={options}
        value={group_id}
        onChange={(id) => (choose(id), setError(undefined))}
      />
      <p className="mt-4 text-xs text-soft">
        {say({ zh: '共 {n} 台设备', en: '{n} {n:device|devices}' }, { n: devices.length })}
      </p>
      <Named devices={devices} />
      {effect && (
        <div className="mt-3 text-sm">
          <GroupEffect effect={effect} joins={group_id !== none} />
        </div>
      )}
    </FormDialog>
  )
}

const idsOf = (devices: readonly ListedDevice[]) => devices.map(({ id }) => id)

const join = (group_id: number, devices: readonly ListedDevice[]) =>
  inChunks(idsOf(devices), (ids) => call(groupCalls.join, { group_id, ids }))

/** Each device leaves its group. */
async function leaveAll(devices: readonly ListedDevice[]): Promise<BatchOutcome> {
  const outcomes: BatchOutcome[] = []
  for (const [group_id, members] of Map.groupBy(devices, (device) => device.group_id))
    if (group_id !== null)
      outcomes.push(await inChunks(idsOf(members), (ids) => call(groupCalls.leave, { group_id, ids })))
  return {
    total_cnt: outcomes.reduce((sum, { total_cnt }) => sum + total_cnt, 0),
    err_cnt: outcomes.reduce((sum, { err_cnt }) => sum + err_cnt, 0),
    rejected: outcomes.flatMap(({ rejected }) => rejected ?? []),
  }
}
