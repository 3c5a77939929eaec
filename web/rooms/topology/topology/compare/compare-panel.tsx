import { alarmLevel } from '@belvedere/contract/rooms/alarm-type/enums.ts'
import { X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { saveCsv } from '../../../../kit/list/save-csv.ts'
import { lang, say, type Words } from '../../../../kit/words/words.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { EmptyState, ErrorState } from '../../../../ui/feedback/empty-state.tsx'
import { IconButton } from '../../../../ui/buttons/icon-button.tsx'
import { localTime, unixOfLocal } from '../../../../ui/values/local-time.ts'
import { absoluteTime } from '../../../../ui/values/relative-time.tsx'
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx'
import { Status, type StatusTone } from '../../../../ui/feedback/status.tsx'
import { TextField } from '../../../../ui/fields/text-field.tsx'
import type { Difference, Otherwise } from './compare.ts'

const tones: Record<Otherwise, StatusTone> = {
  worse: 'danger',
  went: 'danger',
  moved: 'warning',
  came: 'success',
  better: 'success',
}

const words: Record<Difference['what'], Words> = {
  came: { zh: '新出现', en: 'Appeared' },
  went: { zh: '不再存在', en: 'Removed' },
  offline: { zh: '离线', en: 'Offline' },
  online: { zh: '上线', en: 'Online' },
  rehung: { zh: '上联改变', en: 'Uplink changed' },
  linked: { zh: '新增链路', en: 'New link' },
  unlinked: { zh: '链路消失', en: 'Link removed' },
  linkDown: { zh: '链路断开', en: 'Link down' },
  linkUp: { zh: '链路恢复', en: 'Link up' },
  alarmed: { zh: '告警加重', en: 'Worse alarm' },
  calmed: { zh: '告警减轻', en: 'Milder alarm' },
  renamed: { zh: '已重命名', en: 'Renamed' },
  upgraded: { zh: '固件改变', en: 'Firmware changed' },
  retuned: { zh: '射频改变', en: 'Radio settings changed' },
  configured: { zh: '配置改变', en: 'Configuration changed' },
}

const level = (id: string) => (id === '' ? say({ zh: '无', en: 'none' }) : alarmLevel.label(Number(id), lang))

/** Old and new value, if a difference has both. */
function detailOf({ what, before, after }: Difference): string {
  if (what === 'alarmed' || what === 'calmed') return `${level(before)} → ${level(after)}`
  return [before, after].filter(Boolean).join(' → ')
}

const csv = [
  { label: { zh: '变化', en: 'Change' }, value: (one: Difference) => say(words[one.what]) },
  { label: { zh: '对象', en: 'Object' }, value: ({ name }: Difference) => name },
  { label: { zh: '详情', en: 'Details' }, value: detailOf },
]

interface ComparePanelProps {
  /** The earlier time, and the displayed one; 0: current. */
  from: number
  at: number
  oldest: number
  /** Undefined: not loaded yet. */
  list: readonly Difference[] | undefined
  error: Error | null
  chosen: string
  onRetry: () => void
  onFrom: (moment: number) => void
  onAt: (moment: number) => void
  onChoose: (id: string) => void
  onClose: () => void
}

/** Differences between two times: most severe first, with links to the drawing. */
export function ComparePanel(props: ComparePanelProps) {
  const { from, at, oldest, list, error, chosen, onRetry, onFrom, onAt, onChoose, onClose } = props
  const [now] = useState(() => Date.now() / 1000)
  const counts = useMemo(() => Map.groupBy(list ?? [], ({ what }) => what), [list])
  return (
    <section
      aria-label={say({ zh: '两个时刻的对比', en: 'Two moments compared' })}
      className="absolute inset-x-3 bottom-3 z-10 flex max-h-[55%] flex-col rounded-lg border border-line bg-raised shadow-pop sm:inset-x-auto sm:top-3 sm:right-3 sm:bottom-auto sm:max-h-[calc(100%-1.5rem)] sm:w-80"
    >
      <header className="flex items-center justify-between gap-2 border-b border-line py-1.5 pr-1.5 pl-3">
        <h2 className="font-medium">{say({ zh: '时刻对比', en: 'Compare moments' })}</h2>
        <span className="flex items-center gap-1">
          <Button
            kind="quiet"
            size="s"
            disabled={!list?.length}
            onClick={() => saveCsv('topology-compare', csv, list ?? [])}
          >
            {say({ zh: '导出 CSV', en: 'Export CSV' })}
          </Button>
          <IconButton size="s" icon={X} label={{ zh: '结束对比', en: 'Stop comparing' }} onClick={onClose} />
        </span>
      </header>
      <div className="grid grid-cols-2 gap-2 border-b border-line px-3 py-2 sm:grid-cols-1">
        <TextField
          type="datetime-local"
          label={{ zh: '之前', en: 'Before' }}
          min={localTime(oldest)}
          max={localTime(now)}
          value={localTime(from)}
          onChange={(text) => onFrom(unixOfLocal(text) ?? from)}
        />
        <TextField
          type="datetime-local"
          label={{ zh: '之后（空为现在）', en: 'After (empty: now)' }}
          min={localTime(oldest)}
          max={localTime(now)}
          value={localTime(at)}
          onChange={(text) => onAt(unixOfLocal(text) ?? 0)}
        />
      </div>
      {error && !list && <ErrorState error={error} onRetry={onRetry} />}
      {!list && !error && <Skeleton className="m-3 h-24" />}
      {list?.length === 0 && (
        <EmptyState
          title={{ zh: '两个时刻没有差别', en: 'Nothing is otherwise' }}
          hint={`${absoluteTime(from)} – ${at > 0 ? absoluteTime(at) : say({ zh: '现在', en: 'now' })}`}
        />
      )}
      {list && list.length > 0 && (
        <>
          <p role="status" className="px-3 pt-2 text-xs text-soft">
            {[...counts].map(([what, all]) => `${say(words[what])} ${all.length}`).join(' · ')}
          </p>
          <ul className="min-h-0 overflow-y-auto p-1">
            {list.slice(0, 500).map((one) => (
              <li key={`${one.what} ${one.id}`}>
                <button
                  type="button"
                  aria-current={one.id === chosen || undefined}
                  className="flex w-full items-start gap-2 rounded-md px-2 py-1.5 text-left hover:bg-hover aria-[current]:bg-accent-soft"
                  onClick={() => onChoose(one.id)}
                >
                  <Status tone={tones[one.tone]} label={words[one.what]} className="w-32 shrink-0" />
                  <span className="min-w-0 flex-1">
                    <span className="block truncate">{one.name}</span>
                    {detailOf(one) && <span className="block text-xs break-words text-soft">{detailOf(one)}</span>}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
