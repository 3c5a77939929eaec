import { BellRing, LifeBuoy, ReceiptText, Wrench, type LucideIcon } from 'lucide-react'
import { useGo } from '../../kit/go.tsx'
import type { Words } from '../../kit/words.ts'
import { toolEntries } from '../../rooms/tool/api.tsx'
import type { MenuEntry } from '../../ui/menu.tsx'
import { currentMenu } from '../current-menu.ts'
import { firstScreen, trailTo } from '../menu-tree.ts'

export interface HeaderMenu {
  label: Words
  icon: LucideIcon
  items: readonly (MenuEntry | 'line')[]
}

/** The menus of the header: places of the menu tree that the user may see. One without entries is not there. */
export function useHeaderMenus(): HeaderMenu[] {
  const go = useGo()
  const below = (path: string): MenuEntry[] => {
    const place = trailTo(currentMenu(), path).find((step) => step.path === path)
    return (place?.children ?? []).map((child) => ({
      label: child.title,
      ...(child.icon && { icon: child.icon }),
      run: () => go(firstScreen(child)?.path ?? child.path),
    }))
  }
  const small = toolEntries.map(({ title, icon, open }) => ({ label: title, icon, run: open }))
  const diagnosis = below('/maintenance/diagnosis')
  const tools = [...diagnosis, ...(diagnosis.length ? (['line'] as const) : []), ...small]
  const menus: HeaderMenu[] = [
    { label: { zh: '告警', en: 'Alarms' }, icon: BellRing, items: below('/maintenance/alert') },
    { label: { zh: '工具', en: 'Tools' }, icon: Wrench, items: tools },
    { label: { zh: '支持', en: 'Support' }, icon: LifeBuoy, items: below('/support') },
    { label: { zh: '费用', en: 'Cost' }, icon: ReceiptText, items: below('/order') },
  ]
  return menus.filter(({ items }) => items.length > 0)
}
