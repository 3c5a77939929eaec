import type { Counter } from 'prom-client'
import { counter } from '../../base/process/metrics.ts'

const messages = counter('ucentral_messages_total', 'Messages of devices by method', ['method'])
const faults = counter('ucentral_faults_total', 'Malformed messages of devices', ['why'])
const refusals = counter('ucentral_refused_total', 'Devices refused when they said who they are', ['why'])
const closes = counter('ucentral_closes_total', 'Connections closed by the gateway', ['why'])

/** Metrics at /metrics for operators of the installation. */
export const count = {
  turnedAway: counter('ucentral_turned_away_total', 'Sockets closed unheard because too many came at once'),
  tlsRefused: counter(
    'ucentral_tls_refused_total',
    'TLS handshakes that failed, certificates of foreign authorities included',
  ),
  refusedAtDoor: counter('ucentral_door_refused_total', 'Connections refused before the device was let in', ['reason']),
  acceptErrors: counter('ucentral_accept_errors_total', 'Errors while accepting connections'),
  slowed: counter('ucentral_slowed_total', 'Times a device was read no further because it sent too much'),
  lateResults: counter('ucentral_late_results_total', 'Results of commands that were already answered or given up'),
  commands: counter('ucentral_commands_total', 'Commands by outcome', ['outcome']),
}

/** Methods with their own series; all unknown methods share one. */
const known = [
  'connect',
  'state',
  'healthcheck',
  'log',
  'event',
  'alarm',
  'telemetry',
  'ping',
  'rebootLog',
  'crashlog',
  'recovery',
  'cfgpending',
  'deviceupdate',
  'venue_broadcast',
  'wifiscan',
  'result',
  'radius',
] as const

const byMethod = new Map<string, Counter.Internal>(known.map((method) => [method, messages.labels(method)]))
const other = messages.labels('other')

/** False: not a method of the protocol. */
export function countMessage(method: string): boolean {
  const line = byMethod.get(method)
  if (line) line.inc()
  else other.inc()
  return line !== undefined
}

export const countFault = (why: string): void => faults.inc({ why })
export const countClose = (why: string): void => closes.inc({ why })
export const countRefused = (why: string): void => refusals.inc({ why })
