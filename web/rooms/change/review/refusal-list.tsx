import { Suspense } from 'react'
import { say } from '../../../kit/words/words.ts'
import { Badge } from '../../../ui/feedback/status.tsx'
import { IntentName } from '../../intent/api.tsx'
import type { ChangeReview } from './change-review.ts'

type ReviewRefusal = ChangeReview['list'][number]['refusals'][number]

/** Requested settings that are omitted from a configuration or replaced, each with the reason. */
export function RefusalList({ refusals }: { refusals: readonly ReviewRefusal[] }) {
  return (
    <ul className="grid gap-2">
      {refusals.map(({ intent, reason, instead }) => (
        <li key={`${intent} ${reason}`} className="flex items-start gap-3">
          {intent && <Badge {...(instead === undefined ? unmet : replaced)} className="mt-0.5 shrink-0" />}
          <div className="min-w-0">
            <p className="break-words">
              {reason}
              {instead !== undefined && (
                <span className="text-soft">
                  {say({ zh: '，改用 {instead}', en: '; used instead: {instead}' }, { instead })}
                </span>
              )}
            </p>
            {intent && (
              <p className="text-xs break-words text-soft">
                {say({ zh: '对应的更改：', en: 'Requested setting: ' })}
                <Suspense>
                  <IntentName wish={intent} />
                </Suspense>
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

const unmet = { tone: 'warning', label: { zh: '无法满足', en: 'Refused' } } as const
const replaced = { tone: 'warning', label: { zh: '已替换', en: 'Replaced' } } as const
