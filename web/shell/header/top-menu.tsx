import { Link } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { useGo } from '../../kit/routing/go.tsx'
import { say } from '../../kit/words/words.ts'
import { cx } from '../../ui/base/join-classes.ts'
import { Menu } from '../../ui/popups/menu.tsx'
import { areaPath, firstScreen, type MenuPlace } from '../menu/menu-tree.ts'
import { moved } from './nav-entries.ts'
import { saveOrder, useAreas } from './nav-order.ts'
import { useFitting } from './use-fitting.ts'

const entryLook =
  'flex h-full items-center rounded-md px-3 whitespace-nowrap text-soft transition-colors hover:text-ink focus-visible:-outline-offset-2 aria-[current]:font-medium aria-[current]:text-ink aria-[current]:after:absolute aria-[current]:after:inset-x-3 aria-[current]:after:bottom-0 aria-[current]:after:h-0.5 aria-[current]:after:rounded-full aria-[current]:after:bg-accent-text'

/**
 * The areas in the user's order, which is changed by drag or with Ctrl+Shift and an arrow; areas without space are in
 * a menu.
 */
export function TopMenu({ path }: { path: string }) {
  const areas = useAreas()
  const area = areaPath(path)
  const list = useRef<HTMLUListElement>(null)
  const { count: fit, end } = useFitting(list, areas.map((place) => place.path).join())
  const isCut = fit < areas.length
  const { said, onKeyDown, onPointerEnter } = useArranging(areas, list)
  return (
    <nav
      aria-label={say({ zh: '主菜单', en: 'Main menu' })}
      onPointerEnter={onPointerEnter}
      className="relative h-full min-w-0 flex-1"
    >
      <ul
        ref={list}
        onKeyDown={onKeyDown}
        className={cx('flex h-12 flex-wrap gap-x-0.5 overflow-hidden', isCut && 'pr-20')}
      >
        {areas.map((place, index) => (
          <li
            key={place.path}
            className={cx(
              'relative h-12 data-dragged:opacity-40 data-drop:before:absolute data-drop:before:inset-y-3 data-drop:before:w-0.5 data-drop:before:rounded-full data-drop:before:bg-accent-text data-[drop=after]:before:-right-0.5 data-[drop=before]:before:left-0',
              index >= fit && 'invisible',
            )}
          >
            <Link
              to={firstScreen(place)?.path ?? place.path}
              draggable={false}
              aria-current={place.path === area ? 'true' : undefined}
              aria-keyshortcuts="Control+Shift+ArrowLeft Control+Shift+ArrowRight"
              className={cx('relative', entryLook, place.planned && '[&:not([aria-current],:hover)]:text-faint')}
            >
              {say(place.title)}
            </Link>
          </li>
        ))}
      </ul>
      {isCut && <Overflow places={areas.slice(fit)} area={area} left={end} />}
      <span role="status" className="sr-only">
        {said}
      </span>
    </nav>
  )
}

function Overflow({ places, area, left }: { places: readonly MenuPlace[]; area: string; left: number }) {
  const go = useGo()
  const trigger = (
    <button
      type="button"
      aria-current={places.some((place) => place.path === area) ? 'true' : undefined}
      style={{ left }}
      className={cx(entryLook, 'absolute top-0 gap-1')}
    >
      {say({ zh: '更多', en: 'More' })}
      <ChevronDown size={13} aria-hidden="true" />
    </button>
  )
  const items = places.map((place) => ({
    label: place.title,
    icon: firstScreen(place)?.icon,
    run: () => go(firstScreen(place)?.path ?? place.path),
  }))
  return <Menu trigger={trigger} items={items} align="start" />
}

/** Moves entries by drag, whose code is loaded when the pointer enters, and by keyboard. */
function useArranging(areas: readonly MenuPlace[], list: RefObject<HTMLUListElement | null>) {
  const [said, setSaid] = useState('')
  const [near, setNear] = useState(false)
  const focus = useRef<number>(undefined)
  const move = (from: number, to: number) => {
    const place = areas[from]
    if (!place || from === to || to < 0 || to >= areas.length) return
    void saveOrder(moved(areas, from, to))
    const n = { title: say(place.title), place: to + 1, total: areas.length }
    setSaid(say({ zh: '{title}：第 {place} 位，共 {total} 位', en: '{title}: place {place} of {total}' }, n))
  }
  const latest = useRef(move)
  latest.current = move
  const order = areas.map((place) => place.path).join()

  useEffect(() => {
    const element = list.current
    if (!near || !element) return
    let stop: (() => void) | undefined
    let left = false
    void import('./drag-areas.ts').then(
      ({ dragAreas }) => {
        if (!left) stop = dragAreas(element, (from, to) => latest.current(from, to))
      },
      // entries are moved by keyboard, too
      () => {},
    )
    return () => {
      left = true
      stop?.()
    }
  }, [near, order, list])

  // A moved node loses the focus.
  useLayoutEffect(() => {
    if (focus.current === undefined) return
    const link = list.current?.querySelectorAll('a')[focus.current]
    focus.current = undefined
    link?.focus()
    // An entry that no longer fits cannot get the focus.
    if (document.activeElement !== link) list.current?.parentElement?.querySelector('button')?.focus()
  }, [order, list])

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (!step || !event.ctrlKey || !event.shiftKey) return
    event.preventDefault()
    const from = [...(list.current?.querySelectorAll('a') ?? [])].indexOf(event.target as HTMLAnchorElement)
    if (from < 0) return
    focus.current = from + step
    move(from, from + step)
  }
  return { said, onKeyDown, onPointerEnter: () => setNear(true) }
}
