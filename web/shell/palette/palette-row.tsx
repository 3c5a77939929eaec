import { ChevronRight } from 'lucide-react'
import { say } from '../../kit/words/words.ts'
import { Marked } from '../../ui/values/marked.tsx'
import { Badge } from '../../ui/feedback/status.tsx'
import type { PaletteEntry } from './entries.ts'

interface PaletteRowProps {
  id: string
  entry: PaletteEntry
  place: number
  active: boolean
}

export function Row({ id, entry, place, active }: PaletteRowProps) {
  const { icon: Icon, label, mark, detail, state, acts } = entry
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      data-place={place}
      aria-selected={active}
      data-active={active ? '' : undefined}
      className="flex min-h-9 min-w-0 cursor-default items-center gap-2.5 rounded-md px-2 py-1 select-none data-active:bg-hover max-sm:min-h-11"
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-faint" />
      <span className="min-w-0 flex-1 truncate">
        <Marked text={label} from={mark?.from ?? 0} to={mark?.to ?? 0} />
        {detail && <span className="ml-2 text-xs text-faint">{detail}</span>}
      </span>
      {state && <Badge tone={state.tone} label={state.label} />}
      {acts && (
        <span data-into="" className="flex size-6 shrink-0 items-center justify-center rounded-md text-faint">
          <ChevronRight size={15} aria-hidden="true" />
        </span>
      )}
    </div>
  )
}

const hints = [
  { keys: '↑ ↓', does: { zh: '选择', en: 'select' } },
  { keys: '↵', does: { zh: '打开', en: 'open' } },
  { keys: '→', does: { zh: '更多操作', en: 'more actions' }, acts: true },
  { keys: 'Esc', does: { zh: '关闭', en: 'close' } },
]

/** Hint about the keys; only for keyboard use. */
export function KeyHints({ acts }: { acts: boolean }) {
  return (
    <p
      aria-hidden="true"
      className="flex h-9 shrink-0 items-center gap-4 border-t border-line px-4 text-xs text-faint max-sm:hidden"
    >
      {hints
        .filter((hint) => acts || !hint.acts)
        .map(({ keys, does }) => (
          <span key={keys} className="flex items-center gap-1.5">
            <kbd className="rounded border border-line bg-sunken px-1 font-sans">{keys}</kbd>
            {say(does)}
          </span>
        ))}
    </p>
  )
}
