import type { Words } from '../words/words.ts'

/** What is said in the place of a screen that is not built yet. */
export interface ScreenPlan {
  /** What it will do, one sentence. */
  readonly will: Words
  /** Where something like it can be done until then. */
  readonly meanwhile?: { readonly label: Words; readonly to: string }
}

/** States the plan of a screen, in `planned.ts` beside a `screen.ts` with `planned: true`; both words go when the view comes. */
export function definePlan(plan: ScreenPlan): ScreenPlan {
  return plan
}
