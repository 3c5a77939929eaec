import { ChevronDown, PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useState } from 'react'
import { useGo } from '../../kit/routing/go.tsx'
import { useHabit } from '../../kit/session/habit.ts'
import { say } from '../../kit/words/words.ts'
import { cx } from '../../ui/base/join-classes.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Menu } from '../../ui/popups/menu.tsx'
import { areaPath, firstScreen, type MenuPlace } from './menu-tree.ts'
import { currentMenu } from './current-menu.ts'
import { entryLook, MenuLink, PlaceIcon, soon } from './menu-link.tsx'

/** The nodes of the current area. */
export function SideMenu({ path }: { path: string }) {
  const collapsed = useHabit((s) => s.collapse)
  const area = currentMenu().find((place) => place.path === areaPath(path))
  // An area with one page needs no side menu.
  if (!area || (area.children.length < 2 && (area.children[0]?.children.length ?? 0) < 2)) return null
  const fold = collapsed ? { zh: '展开菜单', en: 'Expand the menu' } : { zh: '收起菜单', en: 'Collapse the menu' }
  return (
    <nav
      aria-label={say(area.title)}
      className={cx(
        'flex shrink-0 flex-col border-r border-line bg-surface transition-[width] duration-150',
        collapsed ? 'w-13' : 'w-50',
      )}
    >
      <PlaceList places={area.children} path={path} narrow={collapsed} />
      <div className={cx('border-t border-line p-2', collapsed && 'flex justify-center')}>
        <IconButton
          icon={collapsed ? PanelLeftOpen : PanelLeftClose}
          label={fold}
          aria-expanded={!collapsed}
          onClick={() => useHabit.setState({ collapse: !collapsed })}
        />
      </div>
    </nav>
  )
}

export function PlaceList({ places, path, narrow }: { places: readonly MenuPlace[]; path: string; narrow: boolean }) {
  const Below = narrow ? Flyout : Group
  return (
    <ul className="flex min-h-0 flex-1 flex-col gap-0.5 overflow-y-auto p-2">
      {places.map((place, index) => (
        <li
          key={place.path}
          className={narrow || (place.screen && !isGroup(places[index - 1])) ? undefined : 'not-first:mt-2'}
        >
          {place.screen ? <MenuLink place={place} path={path} narrow={narrow} /> : <Below place={place} path={path} />}
        </li>
      ))}
    </ul>
  )
}

const isGroup = (place: MenuPlace | undefined) => place !== undefined && !place.screen

function Group({ place, path }: { place: MenuPlace; path: string }) {
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
        <ul className="flex flex-col gap-0.5">
          {place.children.map((child) => (
            <li key={child.path}>
              <MenuLink place={child} path={path} narrow={false} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** A group in the collapsed menu: its nodes open beside its icon. */
function Flyout({ place, path }: { place: MenuPlace; path: string }) {
  const go = useGo()
  const items = place.children.map((child) => ({
    label: child.title,
    icon: child.icon,
    hint: child.planned && say(soon),
    run: () => go(firstScreen(child)?.path ?? child.path),
  }))
  const active = path.startsWith(`${place.path}/`)
  return (
    <Menu
      side="right"
      align="start"
      head={<p className="px-2 py-1 text-xs text-faint">{say(place.title)}</p>}
      items={items}
      trigger={
        <button
          type="button"
          aria-label={say(place.title)}
          aria-current={active ? 'true' : undefined}
          data-tip={say(place.title)}
          className={cx(entryLook, 'w-full justify-center data-popup-open:bg-hover')}
        >
          <PlaceIcon place={place} alone />
        </button>
      }
    />
  )
}
