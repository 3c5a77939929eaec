import { ChevronLeft, Search } from 'lucide-react'
import { say } from '../../kit/words/words.ts'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import type { PaletteState } from './use-palette.ts'

const anything = {
  zh: '页面、场景、设备（名称 / 序列号 / IP）、终端、操作',
  en: 'Pages, scenes, devices by name, serial or IP, terminals, actions',
}
const acts = { zh: '选择操作', en: 'Choose what to do' }

/** The input field; before it, the finding whose actions are shown. */
export function PaletteField({ id, state }: { id: string; state: PaletteState }) {
  const { typed, retype, subject, back, active, onKeyDown, busy } = state
  return (
    <label className="flex h-12 shrink-0 items-center gap-2.5 border-b border-line px-4">
      {subject ? (
        <button
          type="button"
          onClick={back}
          className="flex h-7 max-w-48 items-center gap-1 rounded-md bg-accent-soft pr-2 pl-1 text-accent-text"
          aria-label={say({ zh: '返回：{name}', en: 'Back from {name}' }, { name: subject.label })}
        >
          <ChevronLeft size={14} aria-hidden="true" />
          <span className="truncate">{subject.label}</span>
        </button>
      ) : (
        <Search size={16} aria-hidden="true" className="shrink-0 text-faint" />
      )}
      <input
        autoFocus
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={active ? `${id}-${active.key}` : undefined}
        aria-label={say({ zh: '搜索或执行命令', en: 'Search or run a command' })}
        placeholder={say(subject ? acts : anything)}
        value={typed}
        maxLength={64}
        onChange={(event) => retype(event.target.value)}
        onKeyDown={onKeyDown}
        className="h-full w-full min-w-0 bg-transparent text-base outline-none"
      />
      {busy && <Spinner className="later size-4 text-faint" />}
    </label>
  )
}
