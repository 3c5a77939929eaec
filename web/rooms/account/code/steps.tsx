import { Check } from 'lucide-react'
import { say, type Words } from '../../../kit/words/words.ts'
import { cx } from '../../../ui/base/join-classes.ts'

/** Progress through a few steps. `at` from 0. */
export function Steps({ steps, at }: { steps: readonly Words[]; at: number }) {
  return (
    <ol className="mb-6 flex items-center gap-2 text-xs">
      {steps.map((words, step) => (
        <li
          key={words.en}
          aria-current={step === at ? 'step' : undefined}
          className={cx(
            'flex items-center gap-1.5 not-last:flex-1',
            "not-last:after:h-px not-last:after:flex-1 not-last:after:bg-line not-last:after:content-['']",
            step === at ? 'font-medium text-ink' : 'text-faint',
          )}
        >
          <span
            className={cx(
              'flex size-5 items-center justify-center rounded-full',
              step === at ? 'bg-accent text-accent-ink' : 'bg-sunken',
            )}
          >
            {step < at ? <Check size={12} aria-label={say({ zh: '已完成', en: 'Done' })} /> : step + 1}
          </span>
          <span className="whitespace-nowrap">{say(words)}</span>
        </li>
      ))}
    </ol>
  )
}
