import type { AlarmRaised, logCalls } from '@belvedere/contract/rooms/alarm/log.ts'
import type { AnswerOf } from '../../../kit/calls/call.ts'
import { say } from '../../../kit/words/words.ts'

type AlarmList = AnswerOf<typeof logCalls.list>
type ListRequest = Readonly<Record<string, unknown>>

/** Filters that can be evaluated with the fields of a row. */
const fields = ['scene_id', 'device_id', 'type', 'level', 'state'] as const
const known: readonly string[] = [...fields, 'page', 'limit', 'orderby']

/**
 * The list with newly raised alarms; undefined if an alarm does not belong to it, may be on a later page, or a filter
 * cannot be evaluated with its fields.
 */
export function mergeNewRows(
  { list, total }: AlarmList,
  rows: readonly unknown[],
  request: ListRequest,
): AlarmList | undefined {
  const arrived = rows as readonly AlarmRaised[]
  if (!isNewestFirst(request) || !arrived.every((one) => isOf(one, request))) return undefined
  // raised again or with a higher level: it is already included in the total
  const oldest = total > list.length ? (list.at(-1)?.id ?? 0) : 0
  if (arrived.some(({ id }) => id < oldest)) return undefined
  const ids = new Set(arrived.map(({ id }) => id))
  const others = list.filter(({ id }) => !ids.has(id))
  const shown = [...others, ...arrived.map((one) => ({ ...one, title: say(one.title), text: say(one.text) }))]
  return {
    total: total + shown.length - list.length,
    list: shown.sort((a, b) => b.id - a.id).slice(0, Number(request['limit'] ?? 10)),
  }
}

/**
 * The first page of the list in its default order, without search or other filters that only the server can evaluate.
 */
function isNewestFirst(request: ListRequest): boolean {
  const { page = 1, orderby } = request
  const rest = Object.keys(request).filter((key) => !known.includes(key) && request[key])
  return page === 1 && (!orderby || orderby === 'id desc') && rest.length === 0
}

function isOf(alarm: AlarmRaised, request: ListRequest): boolean {
  return fields.every((field) => {
    const wanted = request[field] as string | number | undefined
    const any = wanted === undefined || wanted === '' || (field === 'scene_id' && Number(wanted) === 0)
    return any || String(wanted) === String(alarm[field])
  })
}
