import type { FindingParams } from '../rule-kit/define-rule.ts'

export interface StoredHit {
  /** 0: the scene itself. */
  device_id: number
  name: string
  type: number
  sn: string
  params: FindingParams
  /** 1: a configuration change can fix it. */
  fixable: 0 | 1
}

/** The result of one rule as it is stored: without words. */
export interface StoredPatrolItem {
  code: string
  level: number
  /** Number of evaluated devices, and of devices with the finding; `hits` may contain fewer. */
  of: number
  found: number
  hits: StoredHit[]
}

export interface PatrolSource {
  source: 'manual' | 'timer'
  by: string
}
