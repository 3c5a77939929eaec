import type { Reading } from '../../kit/reading.ts'
import type { DeviceFacts } from '../../kit/facts.ts'
import { countOf, objectOf, within, wholeWithin, type Loose } from '../../kit/coerce.ts'
import { checksOf, memoryUsedOf } from './checks.ts'
import { deviceEventsOf } from './device-events.ts'
import { telemetryOf } from './telemetry.ts'

/** The functions in which the clients of families differ. */
export interface Dialect {
  /** The state document, without the number of the configuration. */
  state(state: Loose): DeviceFacts
  /** False: `state.uuid` is the number of the last received configuration, even a refused one (switches). */
  trustsStateUuid: boolean
}

const silent: Reading = Object.freeze({})

/** Decodes any uCentral message but `connect`; an unknown method gives an empty reading. */
export function decodeUcentral(method: string, given: unknown, dialect: Dialect): Reading {
  const params = objectOf(given)
  switch (method) {
    case 'state':
      return { facts: stateOf(params, dialect) }
    case 'healthcheck':
      return healthOf(params)
    case 'telemetry':
      return telemetryOf(params, (message) => stateOf(message, dialect))
    default: {
      const events = deviceEventsOf(method, params)
      return events ? { events } : silent
    }
  }
}

function stateOf(params: Loose, dialect: Dialect): DeviceFacts {
  const facts = dialect.state(objectOf(params.state))
  if (dialect.trustsStateUuid) facts.config_uuid = uuidOf(params.uuid)
  return facts
}

/** Configuration numbers are signed 32-bit on access points. */
export function uuidOf(value: unknown): number | undefined {
  return wholeWithin(value, 0, 2_147_483_647)
}

function healthOf(params: Loose): Reading {
  const health = within(params.sanity, 0, 100)
  const data = objectOf(params.data)
  const uptime = countOf(objectOf(data.unit).uptime, 4_294_967_295)
  const facts: DeviceFacts = { health, config_uuid: uuidOf(params.uuid), uptime, checks: checksOf(data) }
  const memory_used = memoryUsedOf(data)
  if (memory_used !== undefined) facts.memory_used = memory_used
  return { facts }
}
