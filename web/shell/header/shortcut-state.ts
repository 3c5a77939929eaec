import { create } from 'zustand'

/** Whether the overview of shortcuts is open. */
export const useShortcutOverview = create<{ open: boolean }>()(() => ({ open: false }))

export function openShortcuts(): void {
  useShortcutOverview.setState({ open: true })
}
