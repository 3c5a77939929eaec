import type { Lang } from '@belvedere/contract/kit/text.ts'
import type { PatrolAnswer, PatrolCtx, PatrolSceneView } from '../../patrol/api.ts'
import type { ReportRequest } from '../report-request.ts'
import type { Availability, Span } from './availability-rules.ts'

/** The data of the sections; data that several sections need is read once. */
export interface ReportFacts {
  at: PatrolCtx
  scene_id: number
  lang: Lang
  request: ReportRequest
  time_zone: string
  view: PatrolSceneView
  /** By device, and in total by day. */
  devices: ReadonlyMap<number, Availability>
  all: Availability
  days: readonly (Span & { text: string; availability: Availability })[]
  maintenance: (device_id: number) => Span[]
  /** Hours of the scene. */
  use: readonly { ts: number; rx: number; tx: number; online: number; access: number; fresh: number }[]
  patrol: PatrolAnswer
}
