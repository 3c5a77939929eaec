import { Trash2 } from 'lucide-react'
import { say } from '../../kit/words/words.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { clearLookUps, useLastLookUps } from './look-ups.ts'

/** Recent look-ups; a click repeats one. */
export function LastLookUps({ kind, onChoose }: { kind: 'ip' | 'mac'; onChoose: (value: string) => void }) {
  const list = useLastLookUps(kind)
  if (list.length === 0) return null
  const title = say({ zh: '最近查询', en: 'Recent look-ups' })
  return (
    <section aria-label={title} className="mt-5">
      <header className="flex items-center justify-between">
        <h3 className="text-xs font-medium text-soft">{title}</h3>
        <IconButton
          size="s"
          icon={Trash2}
          label={{ zh: '清空最近查询', en: 'Clear recent look-ups' }}
          onClick={() => clearLookUps(kind)}
        />
      </header>
      <ul className="mt-1 grid grid-cols-2 gap-x-4 max-sm:grid-cols-1">
        {list.map(({ value, about }) => (
          <li key={value}>
            <button
              type="button"
              onClick={() => onChoose(value)}
              className="flex w-full min-w-0 items-baseline gap-2 rounded-md px-2 py-1 text-left hover:bg-hover"
            >
              <span className="shrink-0 font-mono text-xs">{value}</span>
              <span data-tip-cut="" className="truncate text-xs text-faint">
                {about}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
