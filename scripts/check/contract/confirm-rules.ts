import type { Finding } from '../finding.ts'
import { type ReferenceGraph, shortestPathTo } from './reach-rules.ts'

/** A call as the contract states it. `name`: `room/noun.call`. */
export interface ConfirmedCall {
  readonly name: string
  readonly spec: { readonly at: string; readonly in: object; readonly unconfirmed?: string }
}

/** Functions that act on devices: sending a command, starting a change set, saving a timer, ending the management of a device. */
export const ends = [
  'server/devices/device-link.ts#commandSubject',
  'server/rooms/change/store.ts#startSet',
  'server/rooms/task/timer/save-timer.ts#saveTimer',
  'server/rooms/optimize/store.ts#putTimer',
  'server/rooms/device/release/release.ts#releaseDevices',
]

/** Functions that only query the state and the configuration of a device. */
export const questions = [
  'server/rooms/device/report/refresh-soon.listener.ts#refreshSoon',
  'server/rooms/intent/running.ts#queryRunning',
]

const asking = 'server/engines/confirm/require-confirmed.ts#requireConfirmed'

/**
 * A write that acts on devices takes a typed confirmation and requires it, or states a reason why not, so that a new call cannot omit it.
 * `reach`: the references within the server's program. Undo uses the handlers of the calls.
 */
export function confirmBreachesOf(calls: readonly ConfirmedCall[], reach: ReferenceGraph): Finding[] {
  const lost = [...ends, ...questions, asking].filter((place) => !reach.edges.has(place))
  const gone = lost.map((place) => ({
    path: 'scripts/check/contract/confirm-rules.ts',
    text: `${place} does not exist`,
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
  if (takes && spec.unconfirmed) return says('takes a confirmation, but states in `unconfirmed` why it requires none')
  if (takes && !shortestPathTo(reach, handler, new Set([asking])))
    return says('takes a confirmation, but never requires one')
  if (spec.unconfirmed && !way) return says('states a reason in `unconfirmed`, but acts on no device')
  if (way && !takes && !spec.unconfirmed)
    return says(`acts on devices: take \`Confirmed\`, or state the reason in \`unconfirmed\` (${way.join(' > ')})`)
  return []
}
