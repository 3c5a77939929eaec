import { LogOut } from 'lucide-react'
import { useGo } from '../kit/routing/go.tsx'
import { useSession } from '../kit/session/session.ts'
import { say } from '../kit/words/words.ts'
import { Menu, type MenuEntry } from '../ui/popups/menu.tsx'
import { currentMenu } from './menu/current-menu.ts'
import { useSignOut } from './use-sign-out.ts'

export function AvatarMenu() {
  const name = useSession((s) => s.nickName)
  const isAdmin = useSession((s) => s.is_admin) === 1
  const go = useGo()
  const signOut = useSignOut()
  const account = currentMenu().find((place) => place.path === '/account')?.children ?? []
  const items: (MenuEntry | 'line')[] = account.map((place) => ({
    label: place.title,
    icon: place.icon,
    run: () => go(place.path),
  }))
  const leave: MenuEntry = { label: { zh: '退出登录', en: 'Sign out' }, icon: LogOut, run: () => void signOut() }
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={say({ zh: '账户菜单：{name}', en: 'Account menu: {name}' }, { name })}
          className="ml-1 rounded-full data-popup-open:outline-2 data-popup-open:outline-offset-1 data-popup-open:outline-accent-text"
        >
          <Avatar name={name} />
        </button>
      }
      head={
        <div className="flex items-center gap-2.5 px-2 py-2">
          <Avatar name={name} />
          <div className="min-w-0">
            <p className="max-w-48 truncate font-medium">{name}</p>
            {isAdmin && (
              <p className="text-xs text-faint">
                {say({ zh: '系统管理员', en: 'Administrator of this installation' })}
              </p>
            )}
          </div>
        </div>
      }
      items={['line', ...items, ...(items.length ? (['line'] as const) : []), leave]}
    />
  )
}

function Avatar({ name }: { name: string }) {
  const avatar = useSession((s) => s.avatar)
  if (avatar) return <img src={avatar} alt="" className="size-7 rounded-full object-cover" />
  return (
    <span
      aria-hidden="true"
      className="flex size-7 items-center justify-center rounded-full bg-accent-soft text-xs font-semibold text-accent-text uppercase"
    >
      {[...name][0] ?? '·'}
    </span>
  )
}
