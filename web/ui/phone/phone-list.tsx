import { Search, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../buttons/button.tsx'
import { IconButton } from '../buttons/icon-button.tsx'
import { Skeleton } from '../feedback/skeleton.tsx'
import { textOf, type Text } from '../base/text-of.ts'
import { say } from '../base/words.ts'

interface SearchBarProps {
  /** Searchable fields. */
  hint: Text
  value: string
  onChange: (text: string) => void
}

export function SearchBar({ hint, value, onChange }: SearchBarProps) {
  return (
    <div role="search" className="flex h-11 items-center rounded-xl border border-control bg-surface pl-3">
      <Search size={18} aria-hidden="true" className="shrink-0 text-faint" />
      <input
        type="search"
        enterKeyHint="search"
        maxLength={128}
        aria-label={textOf(hint)}
        placeholder={textOf(hint)}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-full min-w-0 flex-1 appearance-none bg-transparent px-2 outline-none [&::-webkit-search-cancel-button]:hidden"
      />
      {value && <IconButton icon={X} label={{ zh: '清除', en: 'Clear' }} onClick={() => onChange('')} />}
    </div>
  )
}

interface MoreProps {
  shown: number
  total: number
  pending: boolean
  onMore: () => void
}

/** The total, and a wide button that loads more. */
export function More({ shown, total, pending, onMore }: MoreProps) {
  if (shown >= total)
    return (
      <p className="py-3 text-center text-xs text-faint">
        {say({ zh: '共 {total} 项', en: '{total} in all' }, { total })}
      </p>
    )
  return (
    <Button className="my-2 w-full rounded-xl" pending={pending} onClick={onMore}>
      {say({ zh: '显示更多（{shown}/{total}）', en: 'Show more ({shown} of {total})' }, { shown, total })}
    </Button>
  )
}

/** Placeholders in the size of the cards. */
export function CardSkeletons({ count = 4 }: { count?: number }) {
  return (
    <div className="flex flex-col gap-2.5">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="h-24 rounded-xl border border-line bg-surface p-4">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="mt-4 w-4/5" />
        </div>
      ))}
    </div>
  )
}

/** The frame of a card that is a link. */
export function TouchCard({
  children,
  onPress,
  current,
}: {
  children: ReactNode
  onPress: () => void
  current?: boolean
}) {
  return (
    <button
      type="button"
      onClick={onPress}
      aria-current={current || undefined}
      className="block w-full rounded-xl border border-line bg-surface p-4 text-left shadow-card transition-colors active:bg-hover aria-current:border-accent-text aria-current:bg-selected"
    >
      {children}
    </button>
  )
}
