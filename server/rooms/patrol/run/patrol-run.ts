import type { FindingParams } from '../rule-kit/define-rule.ts'

export interface KeptHit {
  /** 0: the scene itself. */
  device_id: number
  name: string
  type: number
  sn: string
  params: FindingParams
  /** 1: there is a change of configuration that fixes it. */
  fixable: 0 | 1
}

/** What one rule found, as it is kept: no words. */
export interface KeptItem {
  code: string
  level: number
  /** Of how many it judged, and how many it found, which may be more than are kept by name. */
  of: number
  found: number
  hits: KeptHit[]
}

export interface PatrolSource {
  source: 'manual' | 'timer'
  by: string
}
