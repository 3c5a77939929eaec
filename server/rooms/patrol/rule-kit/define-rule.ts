import type { IdOf } from '@belvedere/contract/kit/define-enum.ts'
import type { Words } from '@belvedere/contract/kit/text.ts'
import type { findingGroup, findingLevel } from '@belvedere/contract/rooms/patrol/enums.ts'
import type { IntentKind } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import type { PatrolSceneView, ViewDevice } from '../view/scene-view.ts'

export type FindingParams = Readonly<Record<string, string | number>>

/**
 * One finding of a rule: on a device, or (`device` undefined) on the scene itself. Values for the words of the
 * evidence.
 */
export interface Hit {
  device?: ViewDevice
  params: FindingParams
}

export interface RuleResult {
  /** Number of devices it could evaluate; 0: none. */
  of: number
  /** At most one for each device. */
  hits: Hit[]
}

/** The fields that a configuration change would set: merged into the intents of the device. */
export interface PatrolFix {
  kind: IntentKind
  key: string
  set: Readonly<Record<string, unknown>>
}

/** A rule of the patrol: a file in `rule/`. It uses stored data and never queries a device. */
export interface PatrolRule {
  readonly code: string
  readonly group: IdOf<typeof findingGroup>
  readonly level: IdOf<typeof findingLevel>
  /** The problem, and how to resolve it. */
  readonly title: Words
  readonly advice: Words
  /** What was observed, with placeholders for `params`. */
  readonly evidence: Words
  /** The page where it is resolved; '' where there is none. */
  readonly place: string
  evaluate(view: PatrolSceneView): RuleResult
  /** The change that fixes it on a device; undefined where only a person can. */
  fix?(device: ViewDevice, view: PatrolSceneView): PatrolFix[]
}

const mark = Symbol.for('belvedere.patrol-rule')

export function defineRule(rule: PatrolRule): PatrolRule {
  Object.defineProperty(rule, mark, { value: true })
  return rule
}

export function isRule(value: unknown): value is PatrolRule {
  return typeof value === 'object' && value !== null && mark in value
}

/** Evaluates devices one by one; `params` returns the values of a problem, undefined when there is none. */
export function each(
  devices: readonly ViewDevice[],
  params: (device: ViewDevice) => FindingParams | undefined,
): RuleResult {
  const hits = devices.flatMap((device) => {
    const found = params(device)
    return found ? [{ device, params: found }] : []
  })
  return { of: devices.length, hits }
}

/** Names for a sentence: the first few and the number of the others. */
export function named(list: readonly string[], most = 4): string {
  const shown = list.slice(0, most).join(', ')
  return list.length > most ? `${shown} +${list.length - most}` : shown
}
