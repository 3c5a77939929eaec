import { create } from 'zustand'

interface OpenPalette {
  open: boolean
  /** Initial text of its field. */
  typed: string
}

/** State of the palette; it is loaded when it is first opened. */
export const useOpenPalette = create<OpenPalette>()(() => ({ open: false, typed: '' }))

export function openPalette(typed = ''): void {
  useOpenPalette.setState({ open: true, typed })
}

export function closePalette(): void {
  useOpenPalette.setState({ open: false })
}
