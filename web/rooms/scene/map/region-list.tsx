import { sceneCalls } from '@belvedere/contract/rooms/stat/scene.ts'
import type { AnswerOf } from '../../../kit/calls/call.ts'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { cx } from '../../../ui/base/join-classes.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'

export type SceneRegion = AnswerOf<typeof sceneCalls.region>['list'][number]

interface RegionListProps {
  group_id: number
  onChoose: (region: SceneRegion) => void
}

/** Regions with the number and states of their scenes; the largest first. */
export function RegionList({ group_id, onChoose }: RegionListProps) {
  const { data, error, refetch } = useQueryCall(sceneCalls.region, group_id ? { group_id } : {}, {
    keepPrevious: true,
    every: 30_000,
  })
  if (!data)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton className="flex-1" />
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      <ul aria-label={say({ zh: '场景地区分布', en: 'Scenes by region' })}>
        {data.list.map((region) => (
          <Row key={region.code || region.name} region={region} onChoose={onChoose} />
        ))}
      </ul>
      {data.list.length === 0 && (
        <p className="px-4 py-10 text-center text-soft">
          {say({
            zh: '没有填写省份或标注位置的场景',
            en: 'No scene has a province or a map location set',
          })}
        </p>
      )}
      {data.unplaced > 0 && (
        <p className="px-3 py-2 text-xs text-faint">
          {say({ zh: '{n} 个场景未填写地区', en: '{n} {n:scene has|scenes have} no region set' }, { n: data.unplaced })}
        </p>
      )}
    </div>
  )
}

function Row({ region, onChoose }: { region: SceneRegion; onChoose: (region: SceneRegion) => void }) {
  const { name, total, online, abnormal, critical, device_total, device_online } = region
  const tone = critical > 0 ? 'bg-danger-dot' : abnormal > 0 || online < total ? 'bg-warning-dot' : 'bg-success-dot'
  return (
    <li className="border-b border-line hover:bg-hover">
      <button
        type="button"
        onClick={() => onChoose(region)}
        className="flex w-full items-center gap-2 py-2 pr-3 pl-3 text-left focus-visible:-outline-offset-1"
      >
        <span aria-hidden="true" className={cx('size-2 shrink-0 rounded-full', tone)} />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{name}</span>
          <span className="block truncate text-xs text-faint tabular-nums">
            {say(
              { zh: '设备 {device_online}/{device_total}', en: '{device_online}/{device_total} devices' },
              { device_online, device_total },
            )}
            {critical > 0 && (
              <span className="text-danger">
                {' · '}
                {say({ zh: '严重告警 {critical}', en: '{critical} critical {critical:alarm|alarms}' }, { critical })}
              </span>
            )}
          </span>
        </span>
        <span className="shrink-0 text-right text-xs text-soft tabular-nums">
          {say({ zh: '在线 {online}/{total}', en: '{online}/{total} online' }, { online, total })}
          {abnormal > 0 && (
            <span className="block text-warning">
              {say({ zh: '异常 {abnormal}', en: '{abnormal} abnormal' }, { abnormal })}
            </span>
          )}
        </span>
      </button>
    </li>
  )
}
