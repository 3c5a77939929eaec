import { Search } from 'lucide-react'
import { useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useGo } from '../../kit/routing/go.tsx'
import { say } from '../../kit/words/words.ts'
import { Marked } from '../../ui/values/marked.tsx'
import { popupFrame } from '../../ui/popups/popup-frame.ts'
import { isApple } from '../../ui/base/shortcuts.ts'
import { placeOf, useActive } from '../../ui/popups/use-active.ts'
import { currentMenu } from '../menu/current-menu.ts'
import { openPalette } from '../palette/open-palette.ts'
import { routesOf, routesWith, trail, type MenuRoute } from './routes.ts'

/** Maximum number of results. */
const most = 10

/** Search of pages by title, on wide windows. */
export function MenuSearch() {
  const go = useGo()
  const id = useId()
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const pages = useMemo(() => routesOf(currentMenu()).filter(({ aside }) => !aside), [])
  const found = routesWith(pages, typed, say).slice(0, most)
  const leave = () => {
    setTyped('')
    field.current?.blur()
  }
  const choose = (index: number) => {
    const route = found[index]
    if (route) go(route.path)
    else openPalette(typed)
    leave()
  }
  // The last row opens the palette.
  const { at, setAt, list, onKeyDown } = useActive({ count: found.length + 1, start: 0, onChoose: choose })
  const open = typed.trim() !== ''
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape') leave()
    else if (open) onKeyDown(event)
  }
  return (
    <search className="relative w-44 shrink-0 2xl:w-56">
      <label className="flex h-8 items-center gap-2 rounded-md border border-line bg-sunken px-2.5 focus-within:border-accent-text">
        <Search size={14} aria-hidden="true" className="shrink-0 text-faint" />
        <input
          ref={field}
          role="combobox"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          aria-activedescendant={open ? `${id}-${at}` : undefined}
          aria-label={say({ zh: '搜索菜单', en: 'Search the menus' })}
          placeholder={say({ zh: '搜索菜单', en: 'Search menus' })}
          value={typed}
          maxLength={64}
          onChange={(event) => (setTyped(event.target.value), setAt(0))}
          onBlur={() => setTyped('')}
          onKeyDown={keys}
          className="w-full min-w-0 bg-transparent outline-none"
        />
        <kbd aria-hidden="true" className="shrink-0 font-sans text-xs text-faint">
          {isApple ? '⌘K' : 'Ctrl K'}
        </kbd>
      </label>
      {open && (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field handles the keys
        <div
          ref={list}
          id={id}
          role="listbox"
          tabIndex={-1}
          aria-label={say({ zh: '菜单', en: 'Menus' })}
          // The field keeps the focus; losing it would close the list before the click.
          onMouseDown={(event) => event.preventDefault()}
          onMouseMove={(event) => placeOf(event) >= 0 && setAt(placeOf(event))}
          onClick={(event) => placeOf(event) >= 0 && choose(placeOf(event))}
          className={`${popupFrame} absolute top-full right-0 mt-1 w-max max-w-96 min-w-full p-1`}
        >
          {[...found, undefined].map((route, index) => (
            <div
              key={route?.path ?? ''}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              data-place={index}
              aria-selected={index === at}
              data-active={index === at ? '' : undefined}
              className="flex cursor-default items-baseline gap-1 truncate rounded-md px-2 py-1.5 data-active:bg-hover"
            >
              {route ? <Hit route={route} typed={typed.trim()} /> : <Further typed={typed.trim()} />}
            </div>
          ))}
        </div>
      )}
    </search>
  )
}

function Hit({ route, typed }: { route: MenuRoute; typed: string }) {
  const title = say(route.title)
  const from = title.toLowerCase().indexOf(typed.toLowerCase())
  const above = trail(route.parents.map((words) => say(words)))
  return (
    <>
      {above && <span className="text-faint">{above} -</span>}
      <span>
        <Marked text={title} from={from} to={from + typed.length} />
      </span>
    </>
  )
}

function Further({ typed }: { typed: string }) {
  return (
    <span className="truncate text-soft">
      {say(
        { zh: '在设备、终端和场景中查找“{typed}”', en: 'Find “{typed}” in devices, terminals and scenes' },
        { typed },
      )}
    </span>
  )
}
