import { Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** A sentence that explains a result. */
export function Callout({ tone = 'info', children }: { tone?: 'info' | 'warning'; children: ReactNode }) {
  const Icon = tone === 'info' ? Info : TriangleAlert
  return (
    <p className="flex gap-2 rounded-md bg-sunken px-3 py-2 text-soft">
      <Icon
        size={15}
        aria-hidden="true"
        className={tone === 'info' ? 'mt-0.5 shrink-0' : 'mt-0.5 shrink-0 text-warning'}
      />
      <span className="min-w-0">{children}</span>
    </p>
  )
}
