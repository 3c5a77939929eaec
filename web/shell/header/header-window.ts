import { create } from 'zustand'

/** A window that the header opens over any page. */
export type HeaderWindow = 'help' | 'shortcuts'

/** Which of them is open. */
export const useHeaderWindow = create<{ open: HeaderWindow | undefined }>()(() => ({ open: undefined }))

export function openWindow(open: HeaderWindow): void {
  useHeaderWindow.setState({ open })
}

export function closeWindow(): void {
  useHeaderWindow.setState({ open: undefined })
}
