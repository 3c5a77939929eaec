import type { CallSpec, In } from '@belvedere/contract/kit/define-calls.ts'
import type { ReactNode } from 'react'
import type { ReadPage, RowOf, RowPage } from '../calls/all-rows.ts'
import { call as ask, type AnswerOf } from '../calls/call.ts'
import { ListTable, type ListTableProps } from './list-table.tsx'
import { type Takes, useQueryCall } from '../calls/query.ts'
import { Unreachable } from '../calls/refusal.ts'
import { useList, type ListProps } from './use-list.ts'
import { say } from '../words/words.ts'

export type { RowOf } from '../calls/all-rows.ts'
export type { Column } from '../../ui/data-table/column.ts'
export type { FilterSpec } from '../../ui/data-table/filter/filter-spec.ts'
export type { Batch } from './list-table.tsx'
export type { CsvColumn } from './save-csv.ts'

type PagingField = 'page' | 'limit' | 'orderby' | 'search'

export interface CallTableProps<C extends CallSpec, Row = RowOf<C>> extends ListTableProps<Row>, ListProps<Row> {
  call: C
  /** Fixed part of the input. */
  input?: Partial<Omit<In<C>, PagingField>>
  /** Key of the habits, and prefix of the URL state; the call's address by default. */
  name?: string
  /** Content above the rows for the response as a whole. */
  note?: (answer: AnswerOf<C>) => ReactNode
  /** Milliseconds between polls, for calls without a topic. */
  every?: number
  /** Shows updated rows before the server is called. */
  takes?: Takes<AnswerOf<C>>
}

/**
 * A list call as a table: filter panel, columns, order, pages, selection. Its state is in the URL, its habits are
 * stored.
 */
export function CallTable<C extends CallSpec>(props: CallTableProps<C>) {
  const { call, input, every, takes } = props
  const name = props.name ?? call.at.slice(call.at.indexOf(' ') + 1)
  const list = useList(name, props.name ? `${props.name}.` : '', input, props)
  const { page, limit } = list.state
  const wanted = { ...list.ordered, page, limit } as In<C>
  const read: ReadPage<RowOf<C>> = async (page, limit, options) =>
    (await ask(call, { ...list.ordered, page, limit } as In<C>, options)) as RowPage<RowOf<C>>
  const { data, error, isFetching, isPlaceholderData, fetchStatus, dataUpdatedAt, refetch } = useQueryCall(
    call,
    wanted,
    {
      keepPrevious: true,
      enabled: list.enabled,
      every,
      takes,
    },
  )
  const answered = data as RowPage<RowOf<C>> | undefined
  const answer = {
    rows: answered?.list,
    total: answered?.total ?? 0,
    error: error ?? (fetchStatus === 'paused' ? offline() : null),
    waiting: isPlaceholderData,
    fetching: isFetching,
    at: dataUpdatedAt,
    refetch: () => void refetch(),
    read,
  }
  return (
    <>
      {data && props.note?.(data)}
      <ListTable<RowOf<C>> {...props} list={list} answer={answer} />
    </>
  )
}

/** No request is sent while the browser is offline. */
const offline = () => new Unreachable(say({ zh: '网络已断开', en: 'The network is down' }))
