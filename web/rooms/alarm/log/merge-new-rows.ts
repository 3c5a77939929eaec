import type { AlarmRaised, logCalls } from '@belvedere/contract/rooms/alarm/log.ts'
import type { AnswerOf } from '../../../kit/calls/call.ts'
import { say } from '../../../kit/words/words.ts'

type AlarmList = AnswerOf<typeof logCalls.list>
type ListRequest = Readonly<Record<string, unknown>>

/** What a row itself shows to be of a list or not. */
const fields = ['scene_id', 'device_id', 'type', 'level', 'state'] as const
const known: readonly string[] = [...fields, 'page', 'limit', 'orderby']

/**
 * The list with alarms that were raised; undefined when one is not of it, may stand on a later page already, or it is asked for by
 * more than an alarm shows.
 */
export function mergeNewRows(
  { list, total }: AlarmList,
  rows: readonly unknown[],
  request: ListRequest,
): AlarmList | undefined {
  const arrived = rows as readonly AlarmRaised[]
  if (!isNewestFirst(request) || !arrived.every((one) => isOf(one, request))) return undefined
  // raised again or to a more severe level: it counts in the total
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

/** The first page of the list in its own order, without a search or what else only the server can judge. */
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
