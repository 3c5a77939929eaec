import type { FindingParams } from '../rule-kit/define-rule.ts'

export interface StoredHit {
  /** 0: the scene itself. */
  device_id: number
  name: string
  type: number
  sn: string
  params: FindingParams
  /** 1: there is a change of configuration that fixes it. */
  fixable: 0 | 1
}

/** The result of one rule as it is stored: without words. */
export interface StoredPatrolItem {
  code: string
  level: number
  /** Number of devices it evaluated, and of those it found; `hits` may hold fewer. */
  of: number
  found: number
  hits: StoredHit[]
}

export interface PatrolSource {
  source: 'manual' | 'timer'
  by: string
}
