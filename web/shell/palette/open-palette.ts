import { create } from 'zustand'

interface OpenPalette {
  open: boolean
  /** What is in its field to begin with. */
  typed: string
}

/** Whether the palette is open; it is loaded when it is first. */
export const useOpenPalette = create<OpenPalette>()(() => ({ open: false, typed: '' }))

export function openPalette(typed = ''): void {
  useOpenPalette.setState({ open: true, typed })
}

export function closePalette(): void {
  useOpenPalette.setState({ open: false })
}
