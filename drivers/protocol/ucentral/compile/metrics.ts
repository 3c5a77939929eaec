import type { Effective } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import { type Draft, isObject, type Json, textsIn } from '../../../kit/compile/draft.ts'
import type { Reporting } from '../../../kit/define-device-driver.ts'
import { intentsOf } from './intents.ts'

/** The reports that a family sends by itself. */
export interface MetricsCan {
  /** Sections that are written where they are missing: statistics, health, realtime. */
  usual: Readonly<Record<string, Json>>
  /** Shortest time between two states, seconds. */
  least: number
}

/** Events of the access points' client that the product uses; the client sends only listed ones. */
export const apMetrics: MetricsCan = {
  least: 60,
  usual: {
    statistics: { interval: 60, types: ['ssids', 'lldp', 'clients'] },
    health: { interval: 60 },
    realtime: {
      types: [
        'unit.boot-up',
        'client.join',
        'client.leave',
        'client.key-mismatch',
        'wifi.start',
        'wifi.stop',
        'wired.carrier-up',
        'wired.carrier-down',
        'ssh',
        'health.dns',
        'health.dhcp',
        'health.radius',
        'health.memory',
      ],
    },
  },
}

export const switchMetrics: MetricsCan = {
  least: 60,
  usual: { statistics: { interval: 60, types: ['lldp', 'clients'] }, health: { interval: 60 } },
}

/**
 * A factory device has no `metrics`: it reports rarely, and neither terminals nor events. Its first configuration adds them.
 * Existing ones are kept; an intent for the interval also adds missing sections.
 */
export function compileMetrics(draft: Draft, effective: Effective, { usual, least }: MetricsCan): void {
  const desired = effective.service?.['report']?.interval
  const brings = desired === undefined ? firstWish(effective) : 'service/report'
  if (!brings) return
  const there = draft.root['metrics']
  if (desired === undefined && isObject(there) && Object.keys(there).length > 0) return
  const metrics = draft.object(draft.root, 'metrics')
  for (const [name, section] of Object.entries(usual))
    if (!isObject(metrics[name])) draft.set(metrics, name, { ...section }, brings)
  if (desired !== undefined) setInterval(draft, metrics, desired, { usual, least })
}

function setInterval(draft: Draft, metrics: Json, desired: number, { usual, least }: MetricsCan): void {
  const by = 'service/report/interval'
  const seconds = Math.max(least, desired)
  if (seconds > desired)
    draft.refuse(
      by,
      { zh: `该设备最快每 ${least} 秒上报一次`, en: `This device reports every ${least} s at most` },
      `${least} s`,
    )
  const statistics = draft.object(metrics, 'statistics')
  if (textsIn(statistics['types']).length === 0) draft.set(statistics, 'types', usual['statistics']?.['types'], by)
  draft.set(statistics, 'interval', seconds, by)
}

/** The intents that bring the metrics: any at all. */
function firstWish(effective: Effective): string | undefined {
  for (const kind of ['system', 'wan', 'lan', 'wireless', 'radio', 'port', 'service'] as const)
    for (const [key] of intentsOf(effective, kind)) return `${kind}/${key}`
  return undefined
}

/** Seconds between two health checks of an access point whose document does not set them. */
const CHECKED = 120

/** The report settings of a document. `silent`: seconds between states of a device whose document does not set them. */
export function reportingOf({ metrics }: Json, silent: number): Reporting {
  const { statistics, health, realtime } = isObject(metrics) ? metrics : {}
  const every = (section: unknown) =>
    isObject(section) && typeof section['interval'] === 'number' ? section['interval'] : 0
  const types = isObject(statistics) ? textsIn(statistics['types']) : []
  return {
    every: every(statistics) || silent,
    checks: every(health) > 0,
    // states of switches contain the number received last, also of refused documents
    tells: every(health) || (silent > 0 ? CHECKED : 0),
    terminals: types.includes('clients'),
    networks: types.includes('ssids'),
    events: isObject(realtime) && textsIn(realtime['types']).length > 0,
  }
}
