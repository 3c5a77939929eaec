import type { ScreenPlan } from '../kit/routing/define-plan.ts'
import type { ScreenSpec } from '../kit/routing/define-screen.ts'
import { Go } from '../kit/routing/go.tsx'
import { PlannedNote } from '../kit/routing/planned-note.tsx'
import { say } from '../kit/words/words.ts'

// All of them together are a few kilobytes, and a user who opens one usually opens others.
const plans = import.meta.glob<{ plan: ScreenPlan }>('../rooms/*/*/planned.ts', { eager: true })

/** The page of all screens that are not implemented yet. */
export function PlannedPage({ screen, file }: { screen: ScreenSpec; file: string }) {
  const { plan } = plans[file.replace(/[^/]+$/, 'planned.ts')] ?? {}
  if (!screen.full) return <PlannedNote plan={plan} className="flex-1" />
  return (
    <main id="content" tabIndex={-1} className="flex min-h-full flex-col items-center justify-center outline-none">
      <PlannedNote plan={plan} title={screen.title} className="pb-4" />
      <Go to="/index">{say({ zh: '回到控制台', en: 'Back to the console' })}</Go>
    </main>
  )
}
