import { Compass, CornerDownLeft, Search } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { Go, useGo } from '../kit/routing/go.tsx'
import { useHabit } from '../kit/session/habit.ts'
import { useSession } from '../kit/session/session.ts'
import { say } from '../kit/words/words.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { currentMenu } from './menu/current-menu.ts'
import { routesOf, routesWith, trail, type MenuRoute } from './header/routes.ts'

/** States that an address does not exist, and offers a search of pages, recent pages and the start page. */
export function NotFound() {
  const signedIn = useSession((s) => s.token !== '')
  const back = (
    <Go
      to="/index"
      className="inline-flex h-8 items-center rounded-md bg-accent px-3 text-accent-ink hover:bg-accent-hover"
    >
      {say(signedIn ? { zh: '回到首页', en: 'Go to the start page' } : { zh: '去登录', en: 'Sign in' })}
    </Go>
  )
  return (
    <main
      id="content"
      tabIndex={-1}
      className="mx-auto flex min-h-full max-w-120 flex-col justify-center px-4 pb-[8vh] outline-none"
    >
      <EmptyState
        heading
        className="py-6"
        icon={Compass}
        title={{ zh: '页面不存在', en: 'There is no such page' }}
        hint={{
          zh: '地址可能有误，或您没有访问权限',
          en: 'The address may be wrong, or you may not be allowed to see it',
        }}
        action={back}
      />
      {currentMenu().length > 0 && signedIn && <WayOn />}
    </main>
  )
}

function WayOn() {
  const go = useGo()
  const [typed, setTyped] = useState('')
  const visited = useHabit((s) => s.visited)
  const [pages] = useState(() => routesOf(currentMenu()))
  const found = routesWith(pages, typed, say)
  const last = visited.flatMap((path) => pages.find((page) => page.path === path) ?? []).slice(0, 5)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (found[0]) go(found[0].path)
  }
  return (
    <>
      <form role="search" onSubmit={submit}>
        <label className="flex h-9 items-center gap-2 rounded-md border border-control bg-surface px-3 focus-within:outline-2 focus-within:outline-accent-text">
          <Search size={14} aria-hidden="true" className="shrink-0 text-faint" />
          <input
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            maxLength={64}
            aria-label={say({ zh: '搜索页面', en: 'Search the pages' })}
            placeholder={say({ zh: '搜索页面', en: 'Search the pages' })}
            className="w-full min-w-0 bg-transparent outline-none"
          />
          {found.length > 0 && <CornerDownLeft size={14} aria-hidden="true" className="shrink-0 text-faint" />}
        </label>
      </form>
      <p role="status" className="mt-4 px-3 text-xs text-faint">
        {say(
          typed.trim() === ''
            ? { zh: '最近访问', en: 'Last visited' }
            : found.length > 0
              ? { zh: '找到的页面', en: 'Pages found' }
              : { zh: '无匹配数据', en: 'No matching data' },
        )}
      </p>
      <PageLinks pages={typed.trim() === '' ? last : found.slice(0, 8)} />
    </>
  )
}

function PageLinks({ pages }: { pages: readonly MenuRoute[] }) {
  return (
    <ul className="mt-1">
      {pages.map(({ path, title, parents }) => (
        <li key={path}>
          <Go to={path} className="flex h-9 items-center gap-2 rounded-md px-3 hover:bg-hover">
            <span className="min-w-0 flex-1 truncate">{say(title)}</span>
            <span className="truncate text-xs text-faint">{trail(parents.map((words) => say(words)))}</span>
          </Go>
        </li>
      ))}
    </ul>
  )
}
