import { Link, useRouter } from '@tanstack/react-router'
import { ChevronDown, CircleDot, PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useState } from 'react'
import { useHabit } from '../kit/habit.ts'
import { queryClient } from '../kit/query.ts'
import { say } from '../kit/words.ts'
import { cx } from '../ui/join-classes.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Badge } from '../ui/status.tsx'
import { areaPath, firstScreen, type Place } from './menu-tree.ts'
import { currentMenu } from './current-menu.ts'

/** The places of the current area. */
export function SideMenu({ path }: { path: string }) {
  const collapsed = useHabit((s) => s.collapse)
  const area = currentMenu().find((place) => place.path === areaPath(path))
  if (!area || area.children.length === 0) return null
  const fold = collapsed ? { zh: '展开菜单', en: 'Expand the menu' } : { zh: '收起菜单', en: 'Collapse the menu' }
  return (
    <nav
      aria-label={say(area.title)}
      className={cx(
        'flex shrink-0 flex-col border-r border-line bg-surface transition-[width] duration-150 max-md:hidden',
        collapsed ? 'w-13' : 'w-50',
      )}
    >
      <PlaceList places={area.children} path={path} narrow={collapsed} />
      <div className={cx('border-t border-line p-2', collapsed && 'flex justify-center')}>
        <IconButton
          icon={collapsed ? PanelLeftOpen : PanelLeftClose}
          label={fold}
          onClick={() => useHabit.setState({ collapse: !collapsed })}
        />
      </div>
    </nav>
  )
}

export function PlaceList({ places, path, narrow }: { places: readonly Place[]; path: string; narrow: boolean }) {
  return (
    <ul className="flex min-h-0 flex-1 flex-col gap-0.5 overflow-y-auto p-2">
      {places.map((place) => (
        <li key={place.path}>
          {place.screen || narrow ? (
            <Entry place={place} path={path} narrow={narrow} />
          ) : (
            <Group place={place} path={path} />
          )}
        </li>
      ))}
    </ul>
  )
}

function Group({ place, path }: { place: Place; path: string }) {
  const [open, setOpen] = useState(true)
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex h-8 w-full items-center gap-2 rounded-md px-2 text-left text-xs font-medium text-faint hover:text-ink"
      >
        <span className="min-w-0 flex-1 truncate">{say(place.title)}</span>
        <ChevronDown
          size={13}
          aria-hidden="true"
          className={cx('shrink-0 transition-transform', !open && '-rotate-90')}
        />
      </button>
      {open && (
        <ul className="flex flex-col gap-0.5 pb-1.5">
          {place.children.map((child) => (
            <li key={child.path}>
              <Entry place={child} path={path} narrow={false} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** A click on the entry of the page that is open reads it anew. */
function Entry({ place, path, narrow }: { place: Place; path: string; narrow: boolean }) {
  const router = useRouter()
  const Icon = place.icon ?? CircleDot
  const to = firstScreen(place)?.path ?? place.path
  const active = path === place.path || path.startsWith(`${place.path}/`)
  const reload = () => {
    if (path !== to) return
    void queryClient.invalidateQueries({ type: 'active' })
    void router.invalidate()
  }
  return (
    <Link
      to={to}
      onClick={reload}
      aria-current={active ? 'page' : undefined}
      data-tip={narrow ? tipOf(place) : undefined}
      className={cx(
        'flex h-8 items-center gap-2.5 rounded-md text-soft transition-colors hover:bg-hover hover:text-ink aria-[current]:bg-accent-soft aria-[current]:font-medium aria-[current]:text-accent-text',
        narrow ? 'justify-center' : 'px-2',
      )}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      <span className={narrow ? 'sr-only' : 'min-w-0 flex-1 truncate'}>{say(place.title)}</span>
      {place.planned ? <PlannedMark narrow={narrow} /> : <NewBadge place={place} narrow={narrow} />}
    </Link>
  )
}

const soon = { zh: '未开放', en: 'Soon' }

const tipOf = (place: Place) =>
  place.planned
    ? say({ zh: '{title}（{soon}）', en: '{title} ({soon})' }, { title: say(place.title), soon: say(soon) })
    : say(place.title)

function PlannedMark({ narrow }: { narrow: boolean }) {
  return <span className={narrow ? 'sr-only' : 'text-xs text-faint'}>{say(soon)}</span>
}

function NewBadge({ place, narrow }: { place: Place; narrow: boolean }) {
  return place.badge && !narrow ? <Badge tone="primary" label={{ zh: '新', en: 'New' }} /> : null
}
