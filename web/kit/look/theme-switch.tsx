import { Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { call } from '../calls/call.ts'
import { isSilent } from '../calls/refusal.ts'
import { session } from '../session/session.ts'
import { applyTheme, useTheme } from './theme.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { userCalls } from '@belvedere/contract/rooms/account/user.ts'

/** Switches the theme. For a signed-in user, the theme changes only after the server has saved it. */
export function useThemeChange() {
  const { theme } = useTheme()
  const [pending, setPending] = useState(false)
  const next = theme === 1 ? 0 : 1
  const change = async () => {
    setPending(true)
    try {
      if (session().uid) await call(userCalls.changeProfile, { theme: next }, { keep: true })
      applyTheme(next)
    } catch (error) {
      if (!isSilent(error)) toast.error((error as Error).message)
    } finally {
      setPending(false)
    }
  }
  return { next, pending, change }
}

export function ThemeSwitch() {
  const { next, pending, change } = useThemeChange()
  const label = next === 1 ? { zh: '深色主题', en: 'Dark theme' } : { zh: '浅色主题', en: 'Light theme' }
  return <IconButton icon={next === 1 ? Moon : Sun} label={label} pending={pending} onClick={change} />
}
