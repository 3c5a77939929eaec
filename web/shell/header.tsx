import { Link } from '@tanstack/react-router'
import { Ellipsis, Languages, MapPinPlus, Menu as MenuIcon, Moon, Search, Smartphone, Sun, Tv } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { brand } from '../kit/brand.ts'
import { useGo } from '../kit/go.tsx'
import { LanguageSwitch } from '../kit/language-switch.tsx'
import { Logo } from '../kit/logo.tsx'
import { useMay } from '../kit/session.ts'
import { ThemeSwitch, useThemeChange } from '../kit/theme-switch.tsx'
import { changeLanguage, lang, say } from '../kit/words.ts'
import { HelpDrawer } from '../rooms/document/api.tsx'
import { ToolDialogs } from '../rooms/tool/api.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Menu } from '../ui/menu.tsx'
import { AvatarMenu } from './avatar-menu.tsx'
import { ConnectionBadge } from './connection-badge.tsx'
import { useHeaderMenus } from './header/header-menus.ts'
import { closeWindow, useHeaderWindow } from './header/header-window.ts'
import { MenuSearch } from './header/menu-search.tsx'
import { useShellKeys } from './header/shortcut-keys.ts'
import { TaskTray } from './header/task-tray.tsx'
import { TopMenu } from './header/top-menu.tsx'
import { openPalette } from './palette/open-palette.ts'
import { PaletteHost } from './palette/palette-host.tsx'
import { router } from './router.tsx'

const ShortcutOverview = lazy(() =>
  import('./header/shortcut-overview.tsx').then(({ ShortcutOverview }) => ({ default: ShortcutOverview })),
)

export function Header({ path, onMenu }: { path: string; onMenu: () => void }) {
  useShellKeys()
  const shown = useHeaderWindow((s) => s.open)
  return (
    <header className="relative z-10 flex h-12 shrink-0 items-center gap-1 border-b border-line bg-surface px-3 max-sm:gap-0 max-sm:px-2">
      <IconButton icon={MenuIcon} label={{ zh: '菜单', en: 'Menu' }} onClick={onMenu} className="-ml-1 md:hidden" />
      <Link
        to="/index"
        aria-label={say({ zh: '{brand} 首页', en: '{brand}: start page' }, { brand: say(brand) })}
        className="mr-2 flex shrink-0 items-center gap-2 rounded-md px-1 py-1"
      >
        <Logo />
        <span className="text-base font-semibold tracking-tight max-lg:hidden">{say(brand)}</span>
      </Link>
      <TopMenu path={path} />
      <span className="flex-1 md:hidden" />
      <MenuSearch />
      <IconButton
        icon={Search}
        label={{ zh: '搜索或执行命令', en: 'Search or run a command' }}
        onClick={() => openPalette()}
        className="min-[1400px]:hidden"
      />
      <AddScene />
      <TaskTray />
      <Wide />
      <Narrow />
      <ConnectionBadge />
      <span className="contents max-xl:hidden">
        <LanguageSwitch />
        <ThemeSwitch />
      </span>
      <AvatarMenu />
      <PaletteHost path={path} />
      <ToolDialogs />
      <Suspense>
        {shown === 'shortcuts' && <ShortcutOverview />}
        {shown === 'help' && <HelpDrawer topic="home" onClose={closeWindow} />}
      </Suspense>
    </header>
  )
}

const addScene = { zh: '添加场景', en: 'Add a scene' }

function AddScene() {
  const go = useGo()
  const may = useMay()
  if (!may('scene.write')) return null
  const add = () => go('/scene/manage/list', { add: 1 })
  return <IconButton icon={MapPinPlus} label={addScene} onClick={add} className="max-xl:hidden" />
}

/** Pages with the whole window; those there are for this user. */
function fullPages() {
  const pages = [
    { to: '/overview', label: { zh: '监控大屏', en: 'Wall display' }, icon: Tv },
    { to: '/mid', label: { zh: '移动端', en: 'Mobile view' }, icon: Smartphone },
  ]
  const known = router.routesByPath as Readonly<Record<string, unknown>>
  return pages.filter(({ to }) => to in known)
}

/** On wide windows: a button for each menu and link. */
function Wide() {
  const menus = useHeaderMenus()
  return (
    <div className="flex items-center gap-1 max-xl:hidden">
      {menus.map(({ label, icon, items }) => (
        <Menu key={label.en} trigger={<IconButton icon={icon} label={label} />} items={items} />
      ))}
      {fullPages().map(({ to, label, icon: Icon }) => (
        <Link
          key={to}
          to={to}
          aria-label={say(label)}
          data-tip={say(label)}
          className="flex size-8 items-center justify-center rounded-md text-soft hover:bg-hover hover:text-ink"
        >
          <Icon size={16} aria-hidden="true" />
        </Link>
      ))}
    </div>
  )
}

/** On narrow ones: all of them in one menu, with what else has no room. */
function Narrow() {
  const go = useGo()
  const may = useMay()
  const menus = useHeaderMenus()
  const { next, change } = useThemeChange()
  const dark = next === 1
  const items = [
    ...(may('scene.write')
      ? [{ label: addScene, icon: MapPinPlus, run: () => go('/scene/manage/list', { add: 1 }) }, 'line' as const]
      : []),
    ...menus.flatMap(({ items }) => [...items.filter((item) => item !== 'line'), 'line' as const]),
    ...fullPages().map(({ to, label, icon }) => ({ label, icon, run: () => go(to) })),
    'line' as const,
    {
      label: lang === 'zh' ? 'Switch to English' : '切换到中文',
      icon: Languages,
      run: () => changeLanguage(lang === 'zh' ? 'en' : 'zh'),
    },
    {
      label: dark ? { zh: '深色主题', en: 'Dark theme' } : { zh: '浅色主题', en: 'Light theme' },
      icon: dark ? Moon : Sun,
      run: () => void change(),
    },
  ]
  const trigger = <IconButton icon={Ellipsis} label={{ zh: '更多', en: 'More' }} className="xl:hidden" />
  return <Menu trigger={trigger} items={items} />
}
