import { backupCalls } from '@belvedere/contract/rooms/backup/backup.ts'
import { DatabaseBackup } from 'lucide-react'
import { useState } from 'react'
import type { AnswerOf } from '../../../kit/calls/call.ts'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { DiffSides } from './diff-dialog.tsx'
import { DiffView } from './diff-view.tsx'
import { backupCommand, sendCommand } from '../../task/api.tsx'

interface WhatChangesProps {
  id: number
  check: AnswerOf<typeof backupCalls.check>
  /** Called when another backup was selected for the comparison. */
  onSaved: () => void
}

/** Changes made by a restore: against the running configuration or, for archives, against the latest backup. */
export function WhatChanges({ id, check, onSaved }: WhatChangesProps) {
  const { format, online, newest_id } = check
  const isDocument = format === 'document'
  const against = isDocument || newest_id === id ? undefined : (newest_id ?? undefined)
  const of = { id, ...(isDocument ? { running: 1 as const } : {}), ...(against ? { against } : {}) }
  const enabled = isDocument ? online === 1 : against !== undefined
  const { data, error } = useQueryCall(backupCalls.diff, of, { enabled })
  return (
    <section className="grid gap-3">
      <h3 className="font-medium">{say({ zh: '将发生的变化', en: 'What will change' })}</h3>
      {!enabled && isDocument && (
        <p className="text-soft">
          {say({
            zh: '设备离线，无法读取当前配置',
            en: 'The device is offline; its running configuration cannot be read',
          })}
        </p>
      )}
      {!isDocument && <SaveNow check={check} isNewest={!enabled} onSaved={onSaved} />}
      {enabled && !data && !error && <Skeleton className="h-32" />}
      {error && <p className="text-danger">{error.message}</p>}
      {data && <DiffSides diff={data} />}
      {data && <DiffView diff={data} />}
    </section>
  )
}

/** An archive is compared with the latest backup, which may be old. */
function SaveNow({
  check,
  isNewest,
  onSaved,
}: {
  check: WhatChangesProps['check']
  isNewest: boolean
  onSaved: () => void
}) {
  const [pending, setPending] = useState(false)
  const { device_id, name, online } = check
  const save = async () => {
    setPending(true)
    await sendCommand(backupCommand, { id: device_id, name, sn: '', online })
    setPending(false)
    onSaved()
  }
  return (
    <div className="flex flex-wrap items-center gap-3 text-soft">
      <span className="min-w-0 flex-1">
        {isNewest
          ? say({
              zh: '这是最新的备份。立即备份一次，即可看到与当前配置的差异。',
              en: 'This is the latest backup. Back the device up once more to see what differs now.',
            })
          : say({ zh: '与最近一次备份比较。', en: 'Compared with the latest backup.' })}
      </span>
      <Button size="s" icon={DatabaseBackup} pending={pending} disabled={!online} onClick={() => void save()}>
        {say({ zh: '立即备份', en: 'Back up now' })}
      </Button>
    </div>
  )
}
