import { backupCalls } from '@belvedere/contract/rooms/backup/backup.ts'
import { useState } from 'react'
import type { AnswerOf } from '../../../kit/calls/call.ts'
import { useMutateCall, useQueryCall } from '../../../kit/calls/query.ts'
import { say, type Words } from '../../../kit/words/words.ts'
import { FormDialog } from '../../../ui/dialogs/dialog.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'

type BackupPolicy = AnswerOf<typeof backupCalls.policy>

const fields: { key: keyof BackupPolicy; label: Words; suffix: Words; min: number; max: number }[] = [
  {
    key: 'newest',
    label: { zh: '每台设备保留最近', en: 'Newest of each device' },
    suffix: { zh: '份', en: 'backups' },
    min: 1,
    max: 100,
  },
  {
    key: 'daily',
    label: { zh: '另保留每天最后一份', en: 'And the last of each day' },
    suffix: { zh: '天', en: 'days' },
    min: 0,
    max: 366,
  },
  {
    key: 'weekly',
    label: { zh: '另保留每周最后一份', en: 'And the last of each week' },
    suffix: { zh: '周', en: 'weeks' },
    min: 0,
    max: 520,
  },
  {
    key: 'overdue_days',
    label: { zh: '超过此天数视为过期', en: 'Overdue after' },
    suffix: { zh: '天', en: 'days' },
    min: 1,
    max: 365,
  },
]

/** Retention of backups, and when a backup is overdue. */
export function PolicyDialog({ onClose }: { onClose: () => void }) {
  const { data } = useQueryCall(backupCalls.policy, {})
  if (!data) return null
  return <PolicyForm policy={data} onClose={onClose} />
}

function PolicyForm({ policy, onClose }: { policy: BackupPolicy; onClose: () => void }) {
  const textsOf = (from: BackupPolicy) => Object.fromEntries(fields.map(({ key }) => [key, String(from[key])]))
  const [texts, setTexts] = useState(() => textsOf(policy))
  const [wrong, setWrong] = useState<string[]>([])
  const { run, pending } = useMutateCall(backupCalls.setPolicy, {
    done: { zh: '保留规则已保存', en: 'The rules were saved' },
    refresh: ['backup'],
  })
  const submit = async () => {
    const bad = fields.filter(({ key, min, max }) => !isWithin(texts[key], min, max)).map(({ key }) => key)
    setWrong(bad)
    if (bad.length > 0) return
    const next = Object.fromEntries(fields.map(({ key }) => [key, Number(texts[key])])) as BackupPolicy
    if (await run(next)) onClose()
  }
  return (
    <FormDialog
      open
      width={460}
      title={{ zh: '保留规则', en: 'How backups are kept' }}
      onClose={onClose}
      onSubmit={() => void submit()}
      pending={pending}
      dirty={JSON.stringify(texts) !== JSON.stringify(textsOf(policy))}
    >
      <div className="grid gap-4">
        {fields.map(({ key, label, suffix, min, max }) => (
          <TextField
            key={key}
            label={label}
            value={texts[key] ?? ''}
            onChange={(text) => setTexts({ ...texts, [key]: text })}
            inputMode="numeric"
            suffix={say(suffix)}
            error={
              wrong.includes(key)
                ? say({ zh: '请输入 {min}–{max} 的整数', en: 'A whole number from {min} to {max}' }, { min, max })
                : undefined
            }
          />
        ))}
        <p className="text-xs text-faint">
          {say({
            zh: '每天凌晨按规则清理；标为长期保留的备份与每台设备最新的一份始终保留。',
            en: 'Cleaned up every night. Backups marked to be kept and the newest of each device are never deleted.',
          })}
        </p>
      </div>
    </FormDialog>
  )
}

const isWithin = (text: string | undefined, min: number, max: number) =>
  text !== undefined && /^\d{1,4}$/.test(text.trim()) && Number(text) >= min && Number(text) <= max
