import { useState, type KeyboardEvent } from 'react'
import type { FinderHost } from '../../kit/routing/define-finder.ts'
import type { PaletteEntry } from './entries.ts'
import { closePalette } from './open-palette.ts'
import { useSections } from './use-sections.ts'

/** The rows and keys of the palette. One row is active; the field keeps the focus. */
export function usePalette(first: string, path: string, host: FinderHost) {
  const [typed, setTyped] = useState(first)
  /** The finding whose actions are shown, and the text with which it was found. */
  const [subject, setSubject] = useState<{ entry: PaletteEntry; typed: string }>()
  const [wanted, setWanted] = useState<string>()
  const { sections, busy, failed } = useSections(typed.trim(), path, subject?.entry)
  const entries = sections.flatMap((section) => section.entries)
  const found = entries.findIndex(({ key }) => key === wanted)
  const at = Math.max(0, found)
  const active = entries[at]

  const retype = (text: string) => {
    setTyped(text)
    setWanted(undefined)
  }
  const choose = (entry: PaletteEntry | undefined) => {
    if (!entry) return
    closePalette()
    entry.run(host)
  }
  /** Opens the actions of a finding; false if it has none. */
  const into = (entry: PaletteEntry | undefined): boolean => {
    if (!entry?.acts?.length) return false
    setSubject({ entry, typed })
    retype('')
    return true
  }
  const back = () => {
    if (!subject) return
    setSubject(undefined)
    setTyped(subject.typed)
    setWanted(subject.entry.key)
  }
  const step = (by: number) => setWanted(entries[(at + by + entries.length) % Math.max(1, entries.length)]?.key)

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { nativeEvent, ctrlKey, metaKey, altKey, shiftKey } = event
    if (nativeEvent.isComposing || ctrlKey || metaKey || altKey || shiftKey) return
    const { selectionStart, value } = event.currentTarget
    const act = actOf(event.key, selectionStart === value.length, value === '')
    if (act?.() === false || !act) return
    event.preventDefault()
  }
  const actOf = (key: string, atEnd: boolean, isEmpty: boolean): (() => unknown) | undefined => {
    if (key === 'ArrowDown') return () => step(1)
    if (key === 'ArrowUp') return () => step(-1)
    if (key === 'Enter') return () => choose(active)
    if (key === 'ArrowRight' && atEnd) return () => into(active)
    return subject && isEmpty && (key === 'Backspace' || key === 'ArrowLeft') ? back : undefined
  }
  return {
    typed,
    retype,
    subject: subject?.entry,
    back,
    sections,
    entries,
    active,
    point: (entry: PaletteEntry) => setWanted(entry.key),
    choose,
    into,
    onKeyDown,
    busy,
    failed,
  }
}

export type PaletteState = ReturnType<typeof usePalette>
