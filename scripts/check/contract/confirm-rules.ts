import type { Finding } from '../finding.ts'
import { type ReferenceGraph, shortestPathTo } from './reach-rules.ts'

/** A call as the contract states it. `name`: `room/noun.call`. */
export interface ConfirmedCall {
  readonly name: string
  readonly spec: { readonly at: string; readonly in: object; readonly unconfirmed?: string }
}

/** What acts on devices: the words to a device, the start of a change set, what the clock will do, the end of their management. */
export const ends = [
  'server/devices/device-link.ts#commandSubject',
  'server/rooms/change/store.ts#startSet',
  'server/rooms/task/timer/save-timer.ts#saveTimer',
  'server/rooms/optimize/store.ts#putTimer',
  'server/rooms/device/release/release.ts#releaseDevices',
]

/** These ask a device what it is and runs, and nothing else. */
export const questions = [
  'server/rooms/device/report/refresh-soon.listener.ts#refreshSoon',
  'server/rooms/intent/running.ts#queryRunning',
]

const asking = 'server/engines/confirm/require-confirmed.ts#requireConfirmed'

/**
 * A write that acts on devices takes a typed confirmation and asks for it, or says why not: a new call cannot forget. `reach`: what
 * the server's program refers to. What is undone goes through the handlers of the calls.
 */
export function confirmBreachesOf(calls: readonly ConfirmedCall[], reach: ReferenceGraph): Finding[] {
  const lost = [...ends, ...questions, asking].filter((place) => !reach.edges.has(place))
  const gone = lost.map((place) => ({
    path: 'scripts/check/contract/confirm-rules.ts',
    text: `${place} is not there any more`,
  }))
  return [...gone, ...calls.flatMap((call) => breachesIn(call, reach))]
}

function breachesIn({ name, spec }: ConfirmedCall, reach: ReferenceGraph): Finding[] {
  const [file = '', key = ''] = name.split('.')
  const handler = `server/rooms/${file}.ts#calls.${key}`
  const path = `contract/rooms/${file}.ts`
  const isWrite = !spec.at.startsWith('GET ')
  const takes = 'confirm_token' in ((spec.in as { properties?: object }).properties ?? {})
  const way = isWrite ? shortestPathTo(reach, handler, new Set(ends), new Set(questions)) : undefined
  const says = (text: string) => [{ path, text: `${spec.at} ${text}` }]
  if (takes && spec.unconfirmed) return says('takes a confirmation and says why it asks for none')
  if (takes && !shortestPathTo(reach, handler, new Set([asking])))
    return says('takes a confirmation and never asks for one')
  if (spec.unconfirmed && !way) return says('says why it asks for no confirmation, and acts on no device')
  if (way && !takes && !spec.unconfirmed)
    return says(`acts on devices: it takes \`Confirmed\`, or says why not in \`unconfirmed\` (${way.join(' > ')})`)
  return []
}
