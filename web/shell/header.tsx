import { Link } from '@tanstack/react-router'
import { Menu as MenuIcon } from 'lucide-react'
import { say } from '../kit/words.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { asideAreas } from './areas.ts'
import { AvatarMenu } from './avatar-menu.tsx'
import { brand } from '../kit/brand.ts'
import { ConnectionBadge } from './connection-badge.tsx'
import { LanguageSwitch } from '../kit/language-switch.tsx'
import { Logo } from '../kit/logo.tsx'
import { areaPath, firstScreen } from './menu-tree.ts'
import { currentMenu } from './current-menu.ts'
import { ThemeSwitch } from '../kit/theme-switch.tsx'

export function Header({ path, onMenu }: { path: string; onMenu: () => void }) {
  return (
    <header className="flex h-12 shrink-0 items-center gap-1 border-b border-line bg-surface px-3">
      <IconButton icon={MenuIcon} label={{ zh: '菜单', en: 'Menu' }} onClick={onMenu} className="-ml-1 md:hidden" />
      <Link
        to="/index"
        aria-label={say({ zh: '首页', en: 'Start page' })}
        className="mr-3 flex items-center gap-2 rounded-md px-1 py-1"
      >
        <Logo />
        <span className="text-base font-semibold tracking-tight max-sm:hidden">{say(brand)}</span>
      </Link>
      <TopMenu path={path} />
      <span className="flex-1" />
      <ConnectionBadge />
      <LanguageSwitch />
      <ThemeSwitch />
      <AvatarMenu />
    </header>
  )
}

function TopMenu({ path }: { path: string }) {
  const area = areaPath(path)
  const shown = currentMenu().filter((place) => !asideAreas.includes(place.path))
  return (
    <nav
      aria-label={say({ zh: '主菜单', en: 'Main menu' })}
      className="flex h-full items-stretch gap-0.5 overflow-x-auto max-md:hidden"
    >
      {shown.map((place) => (
        <Link
          key={place.path}
          to={firstScreen(place)?.path ?? place.path}
          aria-current={place.path === area ? 'true' : undefined}
          className="relative flex items-center rounded-md px-3 whitespace-nowrap text-soft transition-colors hover:text-ink focus-visible:-outline-offset-2 aria-[current]:font-medium aria-[current]:text-ink aria-[current]:after:absolute aria-[current]:after:inset-x-3 aria-[current]:after:bottom-0 aria-[current]:after:h-0.5 aria-[current]:after:rounded-full aria-[current]:after:bg-accent-text"
        >
          {say(place.title)}
        </Link>
      ))}
    </nav>
  )
}
