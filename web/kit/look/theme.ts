import { create } from 'zustand'
import { useSession } from '../session/session.ts'

/** 0 light, 1 dark, as in the API. */
export type ThemeId = 0 | 1

const root = globalThis.document?.documentElement

export const useTheme = create<{ theme: ThemeId }>()(() => ({ theme: root?.dataset.theme === 'dark' ? 1 : 0 }))

/**
 * Applies a theme and stores it in this browser. For a signed-in user it is saved on the server first
 * (`shell/theme-switch`).
 */
export function applyTheme(theme: ThemeId): void {
  root.dataset.theme = theme === 1 ? 'dark' : 'light'
  localStorage.setItem('belvedere.theme', String(theme))
  useTheme.setState({ theme })
  if (useSession.getState().uid) useSession.setState({ theme })
}
