import { Link } from '@tanstack/react-router'
import type { ScreenSpec } from '../../kit/routing/define-screen.ts'
import { say } from '../../kit/words/words.ts'
import { currentMenu } from './current-menu.ts'
import { firstScreen, trailTo, type MenuPlace } from './menu-tree.ts'

/** The group whose screens share a strip of tabs; undefined for a screen without siblings. */
export function stripOf(screen: ScreenSpec): MenuPlace | undefined {
  const [, , third] = trailTo(currentMenu(), screen.path)
  return third && third.children.length > 1 ? third : undefined
}

/** Below the title: the siblings of a screen below the levels of the side menu. */
export function SubNavigation({ screen }: { screen: ScreenSpec }) {
  const third = stripOf(screen)
  if (!third) return null
  return (
    <nav aria-label={say(third.title)} className="flex shrink-0 gap-4 overflow-x-auto border-b border-line px-4">
      {third.children.map((place) => (
        <Link
          key={place.path}
          to={firstScreen(place)?.path ?? place.path}
          activeProps={{ 'aria-current': 'page' }}
          className="-mb-px border-b-2 border-transparent px-0.5 py-2 whitespace-nowrap text-soft hover:text-ink aria-[current]:border-accent-text aria-[current]:font-medium aria-[current]:text-ink"
        >
          {say(place.title)}
        </Link>
      ))}
    </nav>
  )
}
