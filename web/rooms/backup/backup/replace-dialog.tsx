import { backupCalls } from '@belvedere/contract/rooms/backup/backup.ts'
import { deviceCalls } from '@belvedere/contract/rooms/device/device.ts'
import { replacedDevice } from '@belvedere/contract/rooms/backup/enums.ts'
import { useMemo, useState } from 'react'
import { useMutateCall, useQueryCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { DiffView } from './diff-view.tsx'
import { MapView } from './map-view.tsx'
import { Problems } from './problems.tsx'
import { notifyEnd } from './notify-end.ts'
import { nameOf } from '../../device/api.tsx'

interface ReplaceProps {
  id: number
  device_id: number
  name: string
  onClose: () => void
}

type Fate = (typeof replacedDevice.ids)[number]

/** Replaces the hardware of a device: select the replacement, map ports and radios, then execute. */
export function ReplaceDialog({ id, device_id, name, onClose }: ReplaceProps) {
  const [target, setTarget] = useState<number>()
  const [old, setOld] = useState<Fate>(replacedDevice.id.spare)
  const [force, setForce] = useState(false)
  const options = useTargets(device_id)
  const map = useQueryCall(backupCalls.map, { id, device_id: target ?? device_id }, { enabled: target !== undefined })
  const { run, pending } = useMutateCall(backupCalls.replace, { refresh: ['backup', 'device', 'task'] })
  const data = target === undefined ? undefined : map.data
  const stops = data?.problems.some(({ may }) => !may) ?? true
  const warns = data?.problems.some(({ may }) => may) ?? false
  const ready = !stops && (force || !warns)
  const submit = async () => {
    if (target === undefined) return
    const out = await run({ id, device_id: target, old, wait: 110, ...(force ? { force: 1 as const } : {}) })
    if (!out) return
    notifyEnd(out, {
      done: {
        zh: '设备已更换，新设备稍后重新上线',
        en: 'The device was replaced; the new one will be back in a moment',
      },
      failed: { zh: '更换失败：{reason}', en: 'It could not be replaced: {reason}' },
      goesOn: {
        zh: '更换仍在进行，结果见任务日志',
        en: 'It continues in the background; see the task log for the result',
      },
    })
    onClose()
  }
  return (
    <Dialog
      open
      width={1000}
      title={say({ zh: '更换设备“{name}”', en: 'Replace “{name}”' }, { name })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{say({ zh: '取消', en: 'Cancel' })}</Button>
          <Button kind="primary" pending={pending} disabled={!ready} onClick={() => void submit()}>
            {say({ zh: '更换', en: 'Replace' })}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p className="text-soft">
          {say({
            zh: '新设备将获得这份配置，并接替原设备的名称、场景、分组、配置意图和历史记录。',
            en: 'The new device gets this configuration and takes over name, scene, group, settings and history of the old one.',
          })}
        </p>
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            label={{ zh: '新设备', en: 'New device' }}
            options={options.list}
            loading={options.loading}
            filter
            value={target}
            onChange={(chosen) => (setTarget(Number(chosen)), setForce(false))}
          />
          <Select
            label={{ zh: '原设备', en: 'The old device' }}
            options={replacedDevice.values}
            value={old}
            onChange={(chosen) => setOld(chosen as Fate)}
          />
        </div>
        {target !== undefined && map.error && <p className="text-danger">{map.error.message}</p>}
        {target !== undefined && !data && !map.error && <Skeleton className="h-32" />}
        {data && (
          <>
            <Problems problems={data.problems} />
            {warns && !stops && (
              <Checkbox
                label={{ zh: '我已了解，仍然更换', en: 'I know, and want it replaced all the same' }}
                checked={force}
                onChange={setForce}
              />
            )}
            <MapView map={data} />
            {data.files.some(({ state }) => state !== 'same') && <DiffView diff={{ files: data.files }} />}
          </>
        )}
      </div>
    </Dialog>
  )
}

/** Existing devices of the same kind that can replace it. */
function useTargets(device_id: number) {
  const own = useQueryCall(deviceCalls.all, { ids: [device_id], limit: 1 })
  const type = own.data?.list[0]?.type
  const { data, isPending } = useQueryCall(deviceCalls.option, type === undefined ? {} : { type }, {
    enabled: type !== undefined,
  })
  const list = useMemo(
    () =>
      (data?.list ?? [])
        .filter(({ id, online }) => online && id !== device_id)
        .map(({ id, sn, name }) => ({ id, label: `${nameOf({ name, sn })} · ${sn}` })),
    [data, device_id],
  )
  return { list, loading: isPending }
}
