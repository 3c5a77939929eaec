import { Link } from '@tanstack/react-router'
import { Ellipsis, Languages, MapPinPlus, Menu as MenuIcon, Moon, Search, Smartphone, Sun, Tv } from 'lucide-react'
import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { brand } from '../kit/words/brand.ts'
import { useGo } from '../kit/routing/go.tsx'
import { LanguageSwitch } from '../kit/words/language-switch.tsx'
import { lazyPart } from '../kit/loading/lazy-part.ts'
import { Logo } from '../kit/look/logo.tsx'
import { useMay } from '../kit/session/session.ts'
import { ThemeSwitch, useThemeChange } from '../kit/look/theme-switch.tsx'
import { changeLanguage, lang, say } from '../kit/words/words.ts'
import { AlarmLevels, AlarmMark } from '../rooms/alarm/api.tsx'
import { HelpDrawer } from '../rooms/document/api.tsx'
import { ToolDialogs } from '../rooms/tool/api.tsx'
import { IconButton } from '../ui/buttons/icon-button.tsx'
import { Menu } from '../ui/popups/menu.tsx'
import { useAtLeast } from '../ui/layout/use-at-least.ts'
import { AvatarMenu } from './avatar-menu.tsx'
import { ConnectionBadge } from './connection-badge.tsx'
import { useHeaderMenus } from './header/header-menus.ts'
import { closeWindow, useHeaderWindow } from './header/header-window.ts'
import { MenuSearch } from './header/menu-search.tsx'
import { loadOrder } from './header/nav-order.ts'
import { useShellKeys } from './header/shortcut-keys.ts'
import { TaskTray } from './header/task-tray.tsx'
import { TopMenu } from './header/top-menu.tsx'
import { openPalette } from './palette/open-palette.ts'
import { PaletteHost } from './palette/palette-host.tsx'
import { router } from './router.tsx'

const ShortcutOverview = lazyPart(() => import('./header/shortcut-overview.tsx'), 'ShortcutOverview')

export function Header({ path, onMenu }: { path: string; onMenu: () => void }) {
  useShellKeys()
  const shown = useHeaderWindow((s) => s.open)
  const hasMenu = useAtLeast('md')
  const hasButtons = useAtLeast('xl')
  const hasSearch = useAtLeast('search')
  useEffect(() => void loadOrder(), [])
  return (
    <header className="relative z-10 flex h-12 shrink-0 items-center gap-1 border-b border-line bg-surface px-3 max-sm:gap-0 max-sm:px-2">
      {!hasMenu && <IconButton icon={MenuIcon} label={{ zh: '菜单', en: 'Menu' }} onClick={onMenu} className="-ml-1" />}
      <Link
        to="/index"
        aria-label={say({ zh: '{brand} 首页', en: '{brand}: start page' }, { brand: say(brand) })}
        className="mr-2 flex shrink-0 items-center gap-2 rounded-md px-1 py-1"
      >
        <Logo />
        <span className="text-base font-semibold tracking-tight max-lg:hidden">{say(brand)}</span>
      </Link>
      {hasMenu ? <TopMenu path={path} /> : <span className="flex-1" />}
      {hasSearch ? <MenuSearch /> : <PaletteButton />}
      {hasButtons && <AddScene />}
      <TaskTray />
      {hasButtons ? <Wide /> : <Narrow />}
      <ConnectionBadge />
      {hasButtons && <LanguageSwitch />}
      {hasButtons && <ThemeSwitch />}
      <AvatarMenu />
      <PaletteHost path={path} />
      <ToolDialogs />
      <Suspense>
        {shown === 'shortcuts' && <ShortcutOverview onClose={closeWindow} />}
        {shown === 'help' && <HelpDrawer topic="home" onClose={closeWindow} />}
      </Suspense>
    </header>
  )
}

function PaletteButton() {
  const label = { zh: '搜索或执行命令', en: 'Search or run a command' }
  return <IconButton icon={Search} label={label} onClick={() => openPalette()} />
}

const addScene = { zh: '添加场景', en: 'Add a scene' }

function AddScene() {
  const go = useGo()
  const may = useMay()
  if (!may('scene.write')) return null
  const add = () => go('/scene/manage/list', { add: 1 })
  return <IconButton icon={MapPinPlus} label={addScene} onClick={add} />
}

/** Full-window pages that the user may open. */
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
    <div className="flex items-center gap-1">
      {menus.map(({ label, icon, items, alarms }) => {
        const trigger = <IconButton icon={icon} label={label} />
        return alarms ? (
          <Marked key={label.en}>
            <Menu trigger={trigger} items={items} head={<LevelsOfAlarms />} />
          </Marked>
        ) : (
          <Menu key={label.en} trigger={trigger} items={items} />
        )
      })}
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

/** Milliseconds of delay: the number of alarms is not urgent. */
const alarmsAfter = 1_500

/** A button with the number of open alarms, for users with the permission. */
function Marked({ children }: { children: ReactNode }) {
  const may = useMay()
  const [due, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), alarmsAfter)
    return () => clearTimeout(timer)
  }, [])
  return (
    <span className="relative flex">
      {children}
      <Suspense>{due && may('alarm.read') && <AlarmMark />}</Suspense>
    </span>
  )
}

function LevelsOfAlarms() {
  return (
    <Suspense fallback={<p className="h-7" />}>
      <AlarmLevels />
    </Suspense>
  )
}

/** On narrow windows: all menus in one, with the entries that have no space elsewhere. */
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
  const trigger = <IconButton icon={Ellipsis} label={{ zh: '更多', en: 'More' }} />
  return (
    <Marked>
      <Menu trigger={trigger} items={items} />
    </Marked>
  )
}
