import type { Words } from '../words/words.ts'

/** Text shown for a screen that is not implemented yet. */
export interface ScreenPlan {
  /** Planned function, one sentence. */
  readonly will: Words
  /** Link to an alternative until then. */
  readonly meanwhile?: { readonly label: Words; readonly to: string }
}

/**
 * Defines the plan of a screen, in `planned.ts` beside a `screen.ts` with `planned: true`; both are removed when the
 * view is added.
 */
export function definePlan(plan: ScreenPlan): ScreenPlan {
  return plan
}
