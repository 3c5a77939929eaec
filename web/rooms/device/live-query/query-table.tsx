import { cgiCatalogue, type CgiType } from '@belvedere/contract/kit/cgi-catalogue.ts'
import { cgiCalls } from '@belvedere/contract/rooms/device/cgi.ts'
import { RefreshCw, Search } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useQueryCall } from '../../../kit/query.ts'
import { say } from '../../../kit/words.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { LazyText } from '../../../ui/data-table/filter-panel.tsx'
import { Pager } from '../../../ui/data-table/pager.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { Switch } from '../../../ui/switch.tsx'
import type { Device } from '../device-table/device.ts'
import { readAnswer, type CgiAnswerRow } from './answer.ts'
import { columnOf } from './cell.tsx'

const sizes = [10, 20, 50, 100, 200, 500]
/** Milliseconds between questions while the view follows the device. */
const beat = 5_000
const placeKey = '#'

interface QueryTableProps {
  device: Device
  type: CgiType
  /** The device said it cannot. */
  onRefused: (type: CgiType) => void
}

/** Search, order and pages are done by the device; they travel inside `content`. */
export function QueryTable({ device, type, onRefused }: QueryTableProps) {
  const [paging, setPaging] = useState({ page: 1, limit: 20, search: '', orderby: '' })
  const [follow, setFollow] = useState(false)
  const change = (part: Partial<typeof paging>) => setPaging((was) => ({ ...was, page: 1, ...part }))
  const { search, orderby, ...page } = paging
  const content = JSON.stringify({ ...page, ...(search && { search }), ...(orderby && { orderby }) })
  const { data, error, isFetching, refetch, dataUpdatedAt } = useQueryCall(
    cgiCalls.ask,
    { sn: device.sn, scene_id: device.scene_id, is_main: 0, type, content },
    { keepPrevious: true, every: follow ? beat : undefined },
  )
  const reading = data && readAnswer(data)
  const columns = useMemo(() => cgiCatalogue[type].columns.map(columnOf), [type])
  const isRefused = reading?.kind === 'unsupported'
  useEffect(() => {
    if (isRefused) onRefused(type)
  }, [isRefused, onRefused, type])
  const failure = reading?.kind === 'failed' ? new Error(reading.msg) : error
  // rows have no id of their own: their place on the page is it
  const rows =
    reading?.kind === 'page' ? reading.page.list.map((row, place) => ({ ...row, [placeKey]: place })) : undefined
  const total = reading?.kind === 'page' ? reading.page.total : 0
  return (
    <section className="flex min-h-0 min-w-0 flex-1 flex-col overflow-hidden rounded-lg border border-line">
      <header className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2">
        <p className="min-w-0 flex-1 truncate text-xs text-soft" data-tip-cut="">
          {say(cgiCatalogue[type].about)}
        </p>
        {dataUpdatedAt > 0 && <RelativeTime at={Math.floor(dataUpdatedAt / 1000)} className="text-xs text-faint" />}
        <Switch
          label={{ zh: '每 5 秒刷新', en: 'Every 5 s' }}
          checked={follow}
          onChange={setFollow}
          className="text-xs"
        />
        <LazyText
          className="w-44"
          type="search"
          maxLength={128}
          prefix={<Search size={14} aria-hidden="true" />}
          aria-label={say({ zh: '搜索', en: 'Search' })}
          placeholder={say({ zh: '搜索', en: 'Search' })}
          value={search}
          onChange={(text) => change({ search: text })}
        />
        <IconButton
          icon={RefreshCw}
          label={{ zh: '刷新', en: 'Refresh' }}
          pending={isFetching}
          onClick={() => void refetch()}
        />
      </header>
      <DataTable<CgiAnswerRow>
        label={say(cgiCatalogue[type])}
        columns={columns}
        rows={failure ? [] : rows}
        rowKey={(row) => row[placeKey] ?? 0}
        orderby={orderby || undefined}
        onOrder={(order) => change({ orderby: order ?? '' })}
        error={failure}
        onRetry={() => void refetch()}
        empty={
          <EmptyState
            title={
              search
                ? { zh: '没有符合条件的数据', en: 'Nothing matches' }
                : { zh: '设备没有返回数据', en: 'The device has none' }
            }
          />
        }
      />
      {total > 0 && (
        <footer className="flex justify-end border-t border-line px-3 py-1.5">
          <Pager
            page={paging.page}
            limit={paging.limit}
            total={total}
            sizes={sizes}
            onPage={(next) => setPaging((was) => ({ ...was, page: next }))}
            onLimit={(limit) => change({ limit })}
          />
        </footer>
      )}
    </section>
  )
}
