import { useLayoutEffect } from 'react'

const forms = new Set<object>()

/** While `dirty`, leaving the page asks first, and so does closing the tab. */
export function useUnsaved(dirty: boolean): void {
  useLayoutEffect(() => {
    if (!dirty) return
    const form = {}
    forms.add(form)
    return () => void forms.delete(form)
  }, [dirty])
}

/** True while something typed on the page is not saved. */
export function hasUnsaved(): boolean {
  return forms.size > 0
}

/** What was typed is given up: a session ended, or the page must load again. */
export function giveUpUnsaved(): void {
  forms.clear()
}

/** The question before typed text is lost. */
export const discardQuestion = {
  title: { zh: '放弃未保存的修改？', en: 'Discard the unsaved changes?' },
  ok: { zh: '放弃', en: 'Discard' },
  danger: true,
}
