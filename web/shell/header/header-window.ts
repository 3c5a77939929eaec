import { create } from 'zustand'

/** A window that the header opens above any page. */
export type HeaderWindow = 'help' | 'shortcuts'

/** The open window. */
export const useHeaderWindow = create<{ open: HeaderWindow | undefined }>()(() => ({ open: undefined }))

export function openWindow(open: HeaderWindow): void {
  useHeaderWindow.setState({ open })
}

export function closeWindow(): void {
  useHeaderWindow.setState({ open: undefined })
}
