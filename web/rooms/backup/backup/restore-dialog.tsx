import { backupCalls } from '@belvedere/contract/rooms/backup/backup.ts'
import { recoverReturn } from '@belvedere/contract/rooms/backup/enums.ts'
import { useState } from 'react'
import type { AnswerOf } from '../../../kit/calls/call.ts'
import { useMutateCall, useQueryCall } from '../../../kit/calls/query.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { Facts } from '../../../ui/values/fact-list.tsx'
import { absoluteTime } from '../../../ui/values/relative-time.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { TypedName } from '../../../ui/fields/typed-name.tsx'
import { BlastNote } from '../../change/api.tsx'
import { Problems } from './problems.tsx'
import { notifyEnd } from './notify-end.ts'
import { WhatChanges } from './what-changes.tsx'

type RestoreCheck = AnswerOf<typeof backupCalls.check>

interface RestoreProps {
  id: number
  created_at: number
  onClose: () => void
}

/** Shows the changes and the problems of a restore, then executes it. */
export function RestoreDialog({ id, created_at, onClose }: RestoreProps) {
  const { data, error, refetch } = useQueryCall(backupCalls.check, { id })
  const [force, setForce] = useState(false)
  const [typed, setTyped] = useState('')
  const { run, pending } = useMutateCall(backupCalls.recover, { refresh: ['backup', 'task'] })
  const stops = data?.problems.some(({ may }) => !may) ?? true
  const warns = data?.problems.some(({ may }) => may) ?? false
  const ready = !stops && (force || !warns) && typed.trim() === data?.name
  const submit = async () => {
    if (!data) return
    const out = await run({
      ids: [data.device_id],
      backup_ids: [id],
      wait: 110,
      ...(force ? { force: 1 as const } : {}),
    })
    if (!out) return
    notifyEnd(out, {
      done: { zh: '配置已恢复', en: 'The configuration was restored' },
      failed: { zh: '恢复失败：{reason}', en: 'It could not be restored: {reason}' },
      goesOn: {
        zh: '恢复仍在进行，结果见任务日志',
        en: 'It continues in the background; see the task log for the result',
      },
    })
    onClose()
  }
  return (
    <Dialog
      open
      width={1100}
      title={say({ zh: '恢复 {at} 的备份', en: 'Restore the backup of {at}' }, { at: absoluteTime(created_at) })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{say({ zh: '取消', en: 'Cancel' })}</Button>
          <Button kind="primary" pending={pending} disabled={!ready} onClick={() => void submit()}>
            {say({ zh: '恢复', en: 'Restore' })}
          </Button>
        </>
      }
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-40" />}
      {data && (
        <div className="grid gap-4">
          <Facts items={factsOf(data)} />
          <Problems problems={data.problems} />
          {data.derived === 1 && (
            <p className="text-warning">
              {say({
                zh: '此备份并非从设备读取，只包含设备上报的状态和平台下发的配置；其他设置不在其中，恢复后会丢失。',
                en: 'This backup was not read from the device. It contains the reported state and the configuration sent by the platform. Other settings are not included and are lost when it is restored.',
              })}
            </p>
          )}
          {warns && !stops && (
            <Checkbox
              label={{ zh: '我已了解以上风险，仍然恢复', en: 'I understand the risks and want to restore it' }}
              checked={force}
              onChange={setForce}
            />
          )}
          <BlastNote ids={[data.device_id]} action="configure" />
          <WhatChanges id={id} check={data} onSaved={() => void refetch()} />
          {!stops && <TypedName name={data.name} value={typed} onChange={setTyped} />}
        </div>
      )}
    </Dialog>
  )
}

function factsOf({ name, model, model_now, firmware, firmware_now, returns, seconds, format }: RestoreCheck) {
  const change = (was: string, now: string) => (was && was !== now ? `${was} → ${now}` : now)
  const back = recoverReturn.label(returns, lang)
  const within = say(
    { zh: '{back}（{seconds} 秒内未确认时）', en: '{back} when not confirmed within {seconds} s' },
    { back, seconds },
  )
  return [
    { label: { zh: '设备', en: 'Device' }, value: name },
    { label: { zh: '型号', en: 'Model' }, value: change(model, model_now) },
    { label: { zh: '固件版本', en: 'Firmware' }, value: change(firmware, firmware_now) },
    { label: { zh: '失去联系时', en: 'If it loses the connection' }, value: returns === 'device' ? within : back },
    ...(format === 'archive'
      ? [
          {
            label: { zh: '生效', en: 'Takes effect' },
            value: say({ zh: '文件写回后，重启主机或相关服务', en: 'When the host or its services restart' }),
          },
        ]
      : []),
    {
      label: { zh: '恢复前', en: 'Before that' },
      value: say({ zh: '先自动备份当前配置', en: 'What it runs now is backed up' }),
    },
  ]
}
