import type { IdOf } from '@belvedere/contract/kit/define-enum.ts'
import { feedbackType } from '@belvedere/contract/rooms/feedback/enums.ts'
import { Boxes, Lightbulb, Smile, type LucideIcon } from 'lucide-react'
import { say, type Words } from '../../../kit/words/words.ts'

type FeedbackTypeId = IdOf<typeof feedbackType>

const about: Record<FeedbackTypeId, { icon: LucideIcon; hint: Words }> = {
  feature: { icon: Lightbulb, hint: { zh: '缺少或希望改进的功能', en: 'Something to add or improve' } },
  experience: { icon: Smile, hint: { zh: '用起来不顺手的地方', en: 'Something awkward to use' } },
  product: { icon: Boxes, hint: { zh: '设备支持、文档、部署等', en: 'Devices, documents, operation' } },
}

/** Selects the type of the suggestion. */
export function TypeChoice({ value, onChange }: { value: FeedbackTypeId; onChange: (type: FeedbackTypeId) => void }) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-xs font-medium text-soft">{say({ zh: '类型', en: 'Kind' })}</legend>
      <div className="grid gap-2.5 sm:grid-cols-3">
        {feedbackType.values.map(({ id, zh, en }) => {
          const { icon: Icon, hint } = about[id]
          return (
            <label
              key={id}
              className="flex items-start gap-2.5 rounded-lg border border-line bg-surface p-3 transition-colors hover:bg-hover has-checked:border-accent-text has-checked:bg-selected has-focus-visible:outline-2 has-focus-visible:outline-accent-text"
            >
              <input
                type="radio"
                name="type"
                value={id}
                checked={value === id}
                onChange={() => onChange(id)}
                className="sr-only"
              />
              <Icon size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-accent-text" />
              <span className="min-w-0">
                <span className="block font-medium">{say({ zh, en })}</span>
                <span className="block text-xs text-faint">{say(hint)}</span>
              </span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
