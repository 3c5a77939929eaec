import {
  Activity,
  BellRing,
  CircleQuestionMark,
  LifeBuoy,
  MessageSquareText,
  ReceiptText,
  Wrench,
  type LucideIcon,
} from 'lucide-react'
import { useGo } from '../../kit/routing/go.tsx'
import type { Words } from '../../kit/words/words.ts'
import { toolEntries } from '../../rooms/tool/api.tsx'
import type { MenuEntry } from '../../ui/popups/menu.tsx'
import { currentMenu } from '../menu/current-menu.ts'
import { firstScreen, trailTo } from '../menu/menu-tree.ts'
import { useHelpUrl } from './nav-order.ts'
import { openHelp } from './open-help.ts'

export interface HeaderMenu {
  label: Words
  icon: LucideIcon
  items: readonly (MenuEntry | 'line')[]
  /** The alarm menu: the button shows their number. */
  alarms?: true
}

/** The header menus: parts of the menu tree that the user may see. A menu without entries is omitted. */
export function useHeaderMenus(): HeaderMenu[] {
  const go = useGo()
  const helpUrl = useHelpUrl()
  const below = (path: string, usual: LucideIcon): MenuEntry[] => {
    const place = trailTo(currentMenu(), path).find((step) => step.path === path)
    return (place?.children ?? []).map((child) => ({
      label: child.title,
      icon: child.icon ?? usual,
      run: () => go(firstScreen(child)?.path ?? child.path),
    }))
  }
  const small = toolEntries.map(({ title, icon, open }) => ({ label: title, icon, run: open }))
  const diagnosis = below('/maintenance/diagnosis', Activity)
  const tools = [...diagnosis, ...(diagnosis.length ? (['line'] as const) : []), ...small]
  const help: MenuEntry = {
    label: { zh: '帮助', en: 'Help' },
    icon: CircleQuestionMark,
    run: () => openHelp(helpUrl),
  }
  const menus: HeaderMenu[] = [
    { label: { zh: '告警', en: 'Alarms' }, icon: BellRing, items: below('/maintenance/alert', BellRing), alarms: true },
    { label: { zh: '工具', en: 'Tools' }, icon: Wrench, items: tools },
    { label: { zh: '支持', en: 'Support' }, icon: LifeBuoy, items: [...below('/support', MessageSquareText), help] },
    { label: { zh: '费用', en: 'Cost' }, icon: ReceiptText, items: below('/order', ReceiptText) },
  ]
  return menus.filter(({ items }) => items.length > 0)
}
