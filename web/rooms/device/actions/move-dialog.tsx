import { deviceCalls } from '@belvedere/contract/rooms/device/device.ts'
import { useState } from 'react'
import { forEach, type BatchOutcome } from '../../../kit/batch/batch-outcome.ts'
import { call } from '../../../kit/calls/call.ts'
import { say } from '../../../kit/words/words.ts'
import { FormDialog } from '../../../ui/dialogs/dialog.tsx'
import { Progress } from '../../../ui/feedback/progress.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { nameOf, type ListedDevice } from '../device-table/device.ts'
import { useOwnScenes } from '../device-table/use-writable.ts'
import { Named } from './named.tsx'

interface MoveDialogProps {
  devices: readonly ListedDevice[]
  onClose: () => void
  /** `retry` moves some of them to the same scene again. */
  onDone: (outcome: BatchOutcome, retry: (ids: readonly number[]) => Promise<BatchOutcome>) => void
}

export function MoveDialog({ devices, onClose, onDone }: MoveDialogProps) {
  const scenes = useOwnScenes()
  const from = new Set(devices.map(({ scene_id }) => scene_id))
  const options = scenes.filter(({ id }) => from.size > 1 || !from.has(id))
  const [scene_id, choose] = useState<number>()
  const [error, setError] = useState<{ zh: string; en: string }>()
  const [pending, setPending] = useState(false)
  const [done, setDone] = useState(0)
  const submit = async () => {
    if (!scene_id) return setError({ zh: '请选择场景', en: 'Please choose a scene' })
    setPending(true)
    const move = (chosen: readonly ListedDevice[]) =>
      forEach(chosen, nameOf, ({ id }) => call(deviceCalls.change, { id, scene_id }), setDone)
    onDone(await move(devices), (ids) => move(devices.filter(({ id }) => ids.includes(id))))
  }
  return (
    <FormDialog
      open
      onClose={onClose}
      onSubmit={submit}
      pending={pending}
      width={480}
      title={{ zh: '移动到其他场景', en: 'Move to another scene' }}
      ok={{ zh: '移动', en: 'Move' }}
    >
      <Select
        filter
        required
        label={{ zh: '目标场景', en: 'Scene to move to' }}
        hint={{ zh: '设备的历史数据和备份随设备一起移动', en: 'History and backups move with the device' }}
        error={error}
        options={options}
        value={scene_id}
        onChange={(id) => (choose(id), setError(undefined))}
      />
      <p className="mt-4 text-xs text-soft">
        {say({ zh: '共 {n} 台设备', en: '{n} {n:device|devices}' }, { n: devices.length })}
      </p>
      {pending && devices.length > 1 && <Progress done={done} total={devices.length} failed={0} />}
      <Named devices={devices} />
    </FormDialog>
  )
}
