import { Construction } from 'lucide-react'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import type { ScreenPlan } from './define-plan.ts'
import { Go } from './go.tsx'
import { say, type Words } from '../words/words.ts'

interface PlannedNoteProps {
  plan?: ScreenPlan | undefined
  /** Shows the title of the page if there is no other. */
  title?: Words
  className?: string
}

/** States that a screen is not implemented yet, its planned function, and an alternative. */
export function PlannedNote({ plan, title, className }: PlannedNoteProps) {
  const notYet = say({ zh: '尚未开放', en: 'Not built yet' })
  const meanwhile = plan?.meanwhile
  return (
    <EmptyState
      className={className}
      icon={Construction}
      heading={title !== undefined}
      title={
        title ? say({ zh: '{title}（{notYet}）', en: '{title}: {notYet}' }, { title: say(title), notYet }) : notYet
      }
      hint={plan?.will}
      action={
        meanwhile && (
          <p className="text-soft">
            {say({ zh: '目前可以', en: 'Until then:' })} <Go to={meanwhile.to}>{say(meanwhile.label)}</Go>
          </p>
        )
      }
    />
  )
}
