import { create } from 'zustand'

interface PaletteState {
  open: boolean
  /** What is in its field to begin with. */
  typed: string
}

/** Whether the palette is open; it is loaded when it is first. */
export const usePalette = create<PaletteState>()(() => ({ open: false, typed: '' }))

export function openPalette(typed = ''): void {
  usePalette.setState({ open: true, typed })
}

export function closePalette(): void {
  usePalette.setState({ open: false })
}
