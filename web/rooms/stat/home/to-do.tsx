import { ChevronRight, CircleCheck } from 'lucide-react'
import { Go } from '../../../kit/routing/go.tsx'
import { say } from '../../../kit/words/words.ts'
import { cx } from '../../../ui/base/join-classes.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { glyphClass, type Glyph } from '../../../ui/base/glyph.ts'
import { useWaiting } from './use-waiting.ts'

const glyphs: Record<string, Glyph> = { danger: 'circle-alert', warning: 'triangle-alert', primary: 'circle-dot' }
const tones: Record<string, string> = { danger: 'text-danger', warning: 'text-warning', primary: 'text-accent-text' }

/** Tasks that require an action by a user. */
export function ToDo({ className }: { className?: string }) {
  const { waiting, pending, failed } = useWaiting()
  return (
    <section
      aria-labelledby="to-do"
      className={cx('flex min-w-0 flex-col rounded-lg border border-line bg-surface shadow-card', className)}
    >
      <header className="flex min-h-10 items-center gap-2 px-4">
        <h2 id="to-do" className="font-medium">
          {say({ zh: '待办事项', en: 'To do' })}
        </h2>
        {waiting.length > 0 && <span className="text-xs text-faint">{waiting.length}</span>}
      </header>
      <ul className="px-2 pb-2">
        {waiting.map(({ id, words, tone, to, search }) => (
          <li key={id}>
            <Go to={to} search={search} className="flex min-h-9 items-center gap-2 rounded-md px-2 py-1 hover:bg-hover">
              <span
                className={cx('shrink-0', glyphClass(glyphs[tone] ?? 'circle-dot'), tones[tone])}
                aria-hidden="true"
              />
              <span className="min-w-0 flex-1">{words}</span>
              <ChevronRight size={14} aria-hidden="true" className="shrink-0 text-faint" />
            </Go>
          </li>
        ))}
      </ul>
      {pending && waiting.length === 0 && <Skeleton className="mx-4 mb-4 min-h-24 flex-1" />}
      {!pending && waiting.length === 0 && !failed && (
        <p className="m-auto flex items-center gap-2 py-8 text-soft">
          <CircleCheck size={16} aria-hidden="true" className="text-success" />
          {say({ zh: '没有待办事项', en: 'Nothing is waiting' })}
        </p>
      )}
      {failed && (
        <p className="mt-auto px-4 pb-3 text-xs text-warning">
          {say({ zh: '部分待办未能读取：{why}', en: 'Some could not be read: {why}' }, { why: failed })}
        </p>
      )}
    </section>
  )
}
