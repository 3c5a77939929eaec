import type { GatewayConnection } from '../connection/connection.ts'
import { readHealth } from '../host/health.ts'
import type { LateSamples } from '../late/late-samples.ts'
import type { LooseJson } from '../loose.ts'
import { reasonOf } from '../refusal.ts'
import { telemetryOf } from './rhythm.ts'
import { print } from '../print.ts'

/** Makes one report and sends it; `requestId` of the request for it. */
type Reporter = (requestId?: unknown) => Promise<void>

/** Reports that the agent sends by itself or on demand. A report that fails is logged and ends nothing. */
export interface Reports {
  health: Reporter
  state: Reporter
  telemetry: Reporter
  /** An event, queued while there is no connection unless `keep` is false. */
  event(type: string, payload: LooseJson, keep?: boolean): unknown
}

interface ReportSources {
  serial: string
  connection: () => GatewayConnection
  /** Number of the active configuration. */
  uuid: () => number
  late: LateSamples
  makeState: () => Promise<LooseJson>
}

export function makeReports({ serial, connection, uuid, late, makeState }: ReportSources): Reports {
  const send = (method: string, content: LooseJson, requestId?: unknown) => {
    const answers = requestId === undefined ? {} : { request_uuid: requestId }
    return connection().event(method, { serial, uuid: uuid(), ...content, ...answers })
  }
  /** A state is sent, or kept as a sample while there is no connection. */
  const measured = (method: string, contentOf: (state: LooseJson) => LooseJson) =>
    tolerant(async (requestId) => {
      const state = await makeState()
      late.measured(state, send(method, contentOf(withSince(state, late.since())), requestId))
    })
  return {
    health: tolerant(async (requestId) => void send('healthcheck', await readHealth(), requestId)),
    state: measured('state', (state) => ({ state })),
    telemetry: measured('telemetry', telemetryOf),
    event: (type, payload, keep = true) =>
      connection().event('event', { serial, data: { event: [seconds(), { type, payload }] } }, keep),
  }
}

const tolerant =
  (work: Reporter): Reporter =>
  async (requestId) => {
    try {
      await work(requestId)
    } catch (error) {
      print({ zh: '生成报告失败：{text}', en: 'A report failed: {text}' }, { text: reasonOf(error).message })
    }
  }

/** A state that continues counting after the samples that are delivered beside it. */
function withSince(state: LooseJson, since: LooseJson | undefined): LooseJson {
  return since ? { ...state, 'x-belvedere': { ...(state['x-belvedere'] as LooseJson), since } } : state
}

const seconds = () => Math.floor(Date.now() / 1000)
