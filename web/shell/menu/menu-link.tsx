import { Link } from '@tanstack/react-router'
import { say } from '../../kit/words/words.ts'
import { cx } from '../../ui/base/join-classes.ts'
import { Badge } from '../../ui/feedback/status.tsx'
import { firstScreen, type MenuPlace } from './menu-tree.ts'
import { reloadPage } from '../reload-page.ts'

export const entryLook =
  'flex h-8 items-center gap-2.5 rounded-md text-soft transition-colors hover:bg-hover hover:text-ink aria-[current]:bg-accent-soft aria-[current]:font-medium aria-[current]:text-accent-text'

export const soon = { zh: '未开放', en: 'Soon' }

/** Without an icon: a dot, or the first letter if there is no other label. */
export function PlaceIcon({ place, alone = false }: { place: MenuPlace; alone?: boolean }) {
  const Icon = place.icon
  if (Icon) return <Icon size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
  return (
    <span aria-hidden="true" className="flex size-4 shrink-0 items-center justify-center text-xs font-medium">
      {alone ? say(place.title).slice(0, 1) : <span className="size-1 rounded-full bg-strong" />}
    </span>
  )
}

/** An entry of the side menu. A click on the entry of the open page reloads that page. */
export function MenuLink({ place, path, narrow }: { place: MenuPlace; path: string; narrow: boolean }) {
  const to = firstScreen(place)?.path ?? place.path
  const active = path === place.path || path.startsWith(`${place.path}/`)
  return (
    <Link
      to={to}
      onClick={() => path === to && reloadPage()}
      aria-current={active ? 'page' : undefined}
      data-tip={narrow ? say(place.title) : undefined}
      className={cx(entryLook, narrow ? 'justify-center' : 'px-2')}
    >
      <PlaceIcon place={place} alone={narrow} />
      <span className={narrow ? 'sr-only' : 'min-w-0 flex-1 truncate'}>{say(place.title)}</span>
      {!narrow && place.planned && <span className="text-xs text-faint">{say(soon)}</span>}
      {!narrow && !place.planned && place.badge && <Badge tone="primary" label={{ zh: '新', en: 'New' }} />}
    </Link>
  )
}
