import { useEffect, type RefObject } from 'react'
import { isTyping, useShortcutGroup, type ShortcutGroup } from '../../ui/base/shortcuts.ts'

const inLists: ShortcutGroup = {
  title: { zh: '列表', en: 'Lists' },
  list: [
    { keys: '/', does: { zh: '搜索列表', en: 'Search the list' } },
    { keys: '↑ ↓', does: { zh: '上一行、下一行', en: 'The row above, the row below' } },
    { keys: 'Home End', does: { zh: '第一行、最后一行', en: 'The first row, the last row' } },
    { keys: 'PageUp PageDown', does: { zh: '上一屏、下一屏', en: 'A screen up, a screen down' } },
    { keys: '← →', does: { zh: '收起、展开行', en: 'Collapse or expand the row' } },
    { keys: 'Enter', does: { zh: '打开行', en: 'Open the row' } },
    { keys: 'Space', does: { zh: '选择行', en: 'Select the row' } },
    { keys: 'Shift+↑ ↓', does: { zh: '连续选择', en: 'Select row after row' } },
    { keys: 'Shift+Space', does: { zh: '选到此行', en: 'Select up to the row' } },
    { keys: 'Mod+A', does: { zh: '选择本页全部', en: 'Select the whole page' } },
    { keys: 'Esc', does: { zh: '取消选择', en: 'Clear the selection' } },
    { keys: 'Alt+↑ ↓', does: { zh: '在列设置中移动列', en: 'Move a column in the column settings' } },
  ],
}

/** Lists the keys of tables in the overview, and makes `/` focus the search field of the list. */
export function useTableShortcuts(section: RefObject<HTMLElement | null>): void {
  useShortcutGroup(inLists)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey
      if (!isSlash || event.defaultPrevented || isTyping(event)) return
      // disabled for lists behind an open window
      const isBehind = document.querySelector('.bg-backdrop') !== null && !section.current?.closest('[role=dialog]')
      const field = section.current?.querySelector<HTMLInputElement>('input[type=search]')
      if (isBehind || !field) return
      event.preventDefault()
      field.focus()
      field.select()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [section])
}
