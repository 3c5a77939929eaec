import { createContext, use, useLayoutEffect } from 'react'

const forms = new Set<object>()

/** Collects the unsaved forms of one dialog or drawer. */
export const UnsavedScope = createContext<Set<object> | undefined>(undefined)

/** While `dirty`, leaving the page asks first, as does closing the tab or the dialog around it. */
export function useUnsaved(dirty: boolean): void {
  const scope = use(UnsavedScope)
  useLayoutEffect(() => {
    if (!dirty) return
    const form = {}
    forms.add(form)
    scope?.add(form)
    return () => {
      forms.delete(form)
      scope?.delete(form)
    }
  }, [dirty, scope])
}

/** True while input on the page is not saved. */
export function hasUnsaved(): boolean {
  return forms.size > 0
}

/** Discards unsaved input: the session ended, or the page must be loaded again. */
export function giveUpUnsaved(): void {
  forms.clear()
}

/** The question before unsaved input is lost. */
export const discardQuestion = {
  title: { zh: '放弃未保存的修改？', en: 'Discard the unsaved changes?' },
  ok: { zh: '放弃', en: 'Discard' },
  danger: true,
}
