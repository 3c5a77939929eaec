import { revisionCalls } from '@belvedere/contract/rooms/intent/revision.ts'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { absoluteTime } from '../../../ui/values/relative-time.tsx'
import { CompareDialog } from './compare-dialog.tsx'

interface CompareRevisionsProps {
  device_id: number
  revision: { id: number; uuid: number; at: number }
  onClose: () => void
}

/** The configuration at a time, and its differences from the running one. */
export function CompareRevisions({ device_id, revision, onClose }: CompareRevisionsProps) {
  const { data } = useQueryCall(revisionCalls.list, { device_id, limit: 20 })
  if (!data) return <Skeleton className="h-5" />
  const text = (uuid: number, at: number) => `${uuid} · ${absoluteTime(at)}`
  const others = data.list.filter(({ id }) => id !== revision.id)
  const options = [
    { id: String(revision.id), label: text(revision.uuid, revision.at) },
    { id: 'running', zh: '设备当前运行', en: 'Running configuration' },
    ...others.map(({ id, uuid, created_at }) => ({ id: String(id), label: text(uuid, created_at) })),
    { id: 'base', zh: '纳管时的配置', en: 'At adoption' },
  ]
  const start = { from: String(revision.id), to: 'running' }
  return <CompareDialog device_id={device_id} options={options} start={start} onClose={onClose} />
}
