import { cgiCatalogue, type CgiType } from '@belvedere/contract/kit/cgi-catalogue.ts'
import { cgiCalls } from '@belvedere/contract/rooms/device/cgi.ts'
import { Unplug } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { RelativeTime } from '../../ui/values/relative-time.tsx'
import { Switch } from '../../ui/fields/switch.tsx'
import type { ReadPage } from '../calls/all-rows.ts'
import { call, type CallOptions } from '../calls/call.ts'
import { readAnswer, type CgiAnswerRow, type CgiAnswer } from './cgi-answer.ts'
import { columnOf, csvColumnOf } from './cgi-columns.tsx'
import { ListTable, type ListTableProps } from '../list/list-table.tsx'
import { useQueryCall } from '../calls/query.ts'
import { ServerRefusal } from '../calls/refusal.ts'
import { useList } from '../list/use-list.ts'
import { say } from '../words/words.ts'

/** Milliseconds between queries while the table is live. */
const beat = 5_000
/** Rows have no id; the index on the page identifies them. */
const placeKey = '#'

interface CgiTableProps extends Pick<ListTableProps<CgiAnswerRow>, 'actions' | 'expand' | 'onRow' | 'className'> {
  /** The device; omit it with `is_main` for the main device of the scene. */
  sn?: string
  scene_id?: number
  is_main?: 0 | 1
  type: CgiType
  /** Called if the model does not support the query; without it, the table shows a message. */
  onUnsupported?: (type: CgiType) => void
}

/**
 * A list that a device returns (`device/cgi`): search, order and pages are processed by the device and sent inside
 * `content`. Everything else works as in any other list.
 */
export function CgiTable({ sn, scene_id, is_main = 0, type, onUnsupported, ...props }: CgiTableProps) {
  const [follow, setFollow] = useState(false)
  const { columns: stated, about } = cgiCatalogue[type]
  const columns = useMemo(() => stated.map(columnOf), [stated])
  const csv = useMemo(() => stated.map(csvColumnOf), [stated])
  const list = useList(`device/cgi/${type}`, `${type}.`, undefined, { columns, maxLimit: 1000 })
  const { page, limit } = list.state
  const question = (page: number, limit: number) => ({
    sn,
    scene_id,
    is_main,
    type,
    content: JSON.stringify({ page, limit, ...list.ordered }),
  })
  const { data, error, isFetching, isPlaceholderData, dataUpdatedAt, refetch } = useQueryCall(
    cgiCalls.ask,
    question(page, limit),
    { keepPrevious: true, enabled: list.enabled, every: follow ? beat : undefined },
  )
  const reading = useMemo(() => data && readAnswer(data), [data])
  const isUnsupported = reading?.kind === 'unsupported'
  useEffect(() => {
    if (isUnsupported) onUnsupported?.(type)
  }, [isUnsupported, onUnsupported, type])
  const rows = useMemo(() => rowsOf(reading), [reading])
  if (isUnsupported) return onUnsupported ? null : <Unsupported type={type} />

  const read: ReadPage<CgiAnswerRow> = async (page: number, limit: number, options: CallOptions) => {
    const answer = readAnswer(await call(cgiCalls.ask, question(page, limit), options))
    if (answer.kind === 'page') return answer.page
    throw new ServerRefusal(1, answer.kind === 'failed' ? answer.msg : '', null)
  }
  const answer = {
    rows,
    total: reading?.kind === 'page' ? reading.page.total : 0,
    error: reading?.kind === 'failed' ? new ServerRefusal(1, reading.msg, null) : error,
    waiting: isPlaceholderData,
    fetching: isFetching,
    at: dataUpdatedAt,
    refetch: () => void refetch(),
    read,
  }
  const tools = (
    <>
      {dataUpdatedAt > 0 && <RelativeTime at={Math.floor(dataUpdatedAt / 1000)} className="text-xs text-faint" />}
      <Switch
        label={{ zh: '每 5 秒刷新', en: 'Every 5 s' }}
        checked={follow}
        onChange={setFollow}
        className="text-xs"
      />
    </>
  )
  return (
    <ListTable<CgiAnswerRow>
      {...props}
      list={list}
      answer={answer}
      label={say(cgiCatalogue[type])}
      columns={columns}
      rowKey={keyOf}
      csv={csv}
      searchHint={{ zh: '搜索', en: 'Search' }}
      tools={tools}
      empty={{ title: { zh: '设备没有返回数据', en: 'The device has none' }, hint: about }}
    />
  )
}

const keyOf = (row: CgiAnswerRow) => row[placeKey] ?? 0

/** Undefined until the device has returned a valid response. */
function rowsOf(reading: CgiAnswer | undefined): readonly CgiAnswerRow[] | undefined {
  return reading?.kind === 'page' ? reading.page.list.map((row, place) => ({ ...row, [placeKey]: place })) : undefined
}

function Unsupported({ type }: { type: CgiType }) {
  return (
    <EmptyState
      icon={Unplug}
      title={say({ zh: '该型号不支持“{what}”', en: 'This model has no “{what}”' }, { what: say(cgiCatalogue[type]) })}
    />
  )
}
