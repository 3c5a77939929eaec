import { useEffect } from 'react'
import type { Words } from './words.ts'

export interface Shortcut {
  /** Keys joined by `+` are held together; keys separated by a space are pressed in sequence: `Mod+K`, `G D`, `?`. */
  keys: string
  does: Words
}

/** Shortcuts of one part of the console, as the overview lists them. */
export interface ShortcutGroup {
  title: Words
  list: readonly Shortcut[]
}

const groups = new Set<ShortcutGroup>()

/**
 * Lists the shortcuts of a part in the overview (`?`) while the part is mounted. The group must be a stable object.
 */
export function useShortcutGroup(group: ShortcutGroup): void {
  useEffect(() => {
    groups.add(group)
    return () => void groups.delete(group)
  }, [group])
}

/** Groups that are on screen. */
export function shortcutGroups(): readonly ShortcutGroup[] {
  return [...groups]
}

/** True on a Mac, where ⌘ replaces Ctrl. */
export const isApple = /Mac|iP(hone|ad)/.test(globalThis.navigator?.platform ?? '')

const fields = 'input, textarea, select, [contenteditable=""], [contenteditable="true"], .xterm'

/** True while the user types: shortcuts without Ctrl or ⌘ are disabled then. */
export function isTyping(event: KeyboardEvent): boolean {
  return event.isComposing || (event.target as Element | null)?.closest?.(fields) != null
}
