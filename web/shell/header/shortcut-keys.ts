import { useEffect, useMemo } from 'react'
import { useGo } from '../../kit/routing/go.tsx'
import type { Words } from '../../kit/words/words.ts'
import { isTyping, useShortcutGroup, type ShortcutGroup } from '../../ui/base/shortcuts.ts'
import { currentMenu } from '../menu/current-menu.ts'
import { trailTo, type MenuPlace } from '../menu/menu-tree.ts'
import { closePalette, openPalette, useOpenPalette } from '../palette/open-palette.ts'
import { openWindow } from './header-window.ts'

/** `G`, then a letter; only for pages in the user's menus. */
const allPlaces: readonly { key: string; to: string; does: Words }[] = [
  { key: 'h', to: '/index', does: { zh: '前往首页', en: 'Go to the start page' } },
  { key: 's', to: '/scene/manage/list', does: { zh: '前往场景列表', en: 'Go to scenes' } },
  { key: 'd', to: '/global/device', does: { zh: '前往全部设备', en: 'Go to all devices' } },
  { key: 't', to: '/maintenance/log/task', does: { zh: '前往任务日志', en: 'Go to tasks' } },
  { key: 'a', to: '/maintenance/alert/log', does: { zh: '前往告警', en: 'Go to alarms' } },
]

const placesOf = (menu: readonly MenuPlace[]) =>
  allPlaces.filter(({ to }) => to === '/index' || trailTo(menu, to).at(-1)?.path === to)

const groupOf = (places: typeof allPlaces): ShortcutGroup => ({
  title: { zh: '全局', en: 'Everywhere' },
  list: [
    { keys: 'Mod+K', does: { zh: '打开命令面板', en: 'Open the command palette' } },
    { keys: '?', does: { zh: '显示快捷键', en: 'Show the shortcuts' } },
    ...places.map(({ key, does }) => ({ keys: `G ${key.toUpperCase()}`, does })),
    { keys: 'Ctrl+Shift+← →', does: { zh: '移动主菜单中的当前项', en: 'Move the focused entry of the main menu' } },
  ],
})

/** Milliseconds within which the second key of a sequence must be pressed. */
const patience = 1_200

/** The shortcuts of the shell. They are disabled while the user types or a window is open. */
export function useShellKeys(): void {
  const go = useGo()
  const places = useMemo(() => placesOf(currentMenu()), [])
  useShortcutGroup(useMemo(() => groupOf(places), [places]))
  useEffect(() => {
    let startedAt = 0
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event
      if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k') return togglePalette(event)
      if (ctrlKey || metaKey || altKey || isAsking()) return
      if (isAwaited(event)) return typeAhead(event)
      if (isTyping(event)) return
      const place = event.timeStamp - startedAt < patience ? places.find((one) => one.key === key) : undefined
      startedAt = key === 'g' ? event.timeStamp : 0
      if (key === '?') openWindow('shortcuts')
      else if (place) go(place.to)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [go, places])
}

function togglePalette(event: KeyboardEvent): void {
  const inTerminal = (event.target as Element).closest('.xterm') && !event.metaKey
  if (inTerminal || event.defaultPrevented) return
  const { open } = useOpenPalette.getState()
  if (!open && isAsking()) return
  event.preventDefault()
  if (open) closePalette()
  else {
    askedAt = event.timeStamp
    openPalette()
  }
}

/** Milliseconds for which typed text is buffered until the palette is loaded. */
const loading = 3_000
let askedAt = 0

const isAwaited = ({ timeStamp }: KeyboardEvent) => useOpenPalette.getState().open && timeStamp - askedAt < loading

/** The palette starts with the text typed before it was loaded. */
function typeAhead(event: KeyboardEvent): void {
  event.preventDefault()
  if (event.key === 'Escape') closePalette()
  else if (event.key.length === 1) openPalette(useOpenPalette.getState().typed + event.key)
}

/** True if a window is open above the page. */
function isAsking(): boolean {
  return document.querySelector('.bg-backdrop[data-open]') !== null
}
