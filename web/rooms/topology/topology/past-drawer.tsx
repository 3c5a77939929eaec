import { topologyCalls } from '@belvedere/contract/rooms/topology/topology.ts'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Drawer } from '../../../ui/dialogs/drawer.tsx'
import { EmptyState, ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { absoluteTime } from '../../../ui/values/relative-time.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { usePeriod } from './timeline.tsx'

const words = {
  offline: { tone: 'danger', label: { zh: '离线', en: 'Went offline' } },
  online: { tone: 'success', label: { zh: '上线', en: 'Came online' } },
  unlinked: { tone: 'warning', label: { zh: '链路断开', en: 'Link went' } },
  removed: { tone: 'neutral', label: { zh: '设备已移除', en: 'Device removed' } },
  linked: { tone: 'neutral', label: { zh: '链路连通', en: 'Link added' } },
} as const

/** Changes within the period of the slider, the latest first; a click shows the network at that time. */
export function PastDrawer({
  sceneId,
  span,
  onAt,
  onClose,
}: {
  sceneId: number
  span: number
  onAt: (at: number) => void
  onClose: () => void
}) {
  const { from, to } = usePeriod(span)
  const { data, error, refetch } = useQueryCall(
    topologyCalls.past,
    { scene_id: sceneId, from, to },
    { keepPrevious: true },
  )
  return (
    <Drawer open onClose={onClose} title={{ zh: '变化记录', en: 'Changes' }}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-40" />}
      {data?.list.length === 0 && (
        <EmptyState title={{ zh: '这段时间没有变化', en: 'Nothing changed in this period' }} />
      )}
      <ul className="divide-y divide-line">
        {data?.list.map((one) => {
          const { tone, label } = words[one.what]
          return (
            <li
              key={`${one.at} ${one.what} ${one.device_id} ${one.port} ${one.other}`}
              className="flex items-center gap-3 py-2"
            >
              <Status tone={tone} label={label} className="w-28 shrink-0" />
              <span className="min-w-0 flex-1">
                <span className="block truncate">
                  {one.name}
                  {one.port && <span className="text-soft"> {one.port}</span>}
                  {one.other && <span className="text-soft"> – {one.other}</span>}
                </span>
                <span className="text-xs text-faint">{absoluteTime(one.at)}</span>
              </span>
              <Button size="s" kind="quiet" onClick={() => (onAt(one.at), onClose())}>
                {say({ zh: '查看当时', en: 'Show' })}
              </Button>
            </li>
          )
        })}
      </ul>
    </Drawer>
  )
}
