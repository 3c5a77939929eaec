import { useEffect } from 'react'
import type { Words } from './words.ts'

export interface Shortcut {
  /** As on the keys, `+` between those held together and a space between those pressed in turn: `Mod+K`, `G D`, `?`. */
  keys: string
  does: Words
}

/** Shortcuts of one part of the console, as the overview lists them. */
export interface ShortcutGroup {
  title: Words
  list: readonly Shortcut[]
}

const groups = new Set<ShortcutGroup>()

/** Lists the shortcuts of a part in the overview (`?`) while it is on screen. The group is one object that stays the same. */
export function useShortcutGroup(group: ShortcutGroup): void {
  useEffect(() => {
    groups.add(group)
    return () => void groups.delete(group)
  }, [group])
}

/** What is on screen now. */
export function shortcutGroups(): readonly ShortcutGroup[] {
  return [...groups]
}

/** ⌘ instead of Ctrl. */
export const isApple = /Mac|iP(hone|ad)/.test(globalThis.navigator?.platform ?? '')

const fields = 'input, textarea, select, [contenteditable=""], [contenteditable="true"], .xterm'

/** True while somebody types: shortcuts without Ctrl or ⌘ are silent then. */
export function isTyping(event: KeyboardEvent): boolean {
  return event.isComposing || (event.target as Element | null)?.closest?.(fields) != null
}
