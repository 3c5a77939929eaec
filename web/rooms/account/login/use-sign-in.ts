import type { Out } from '@belvedere/contract/kit/define-calls.ts'
import type { userCalls } from '@belvedere/contract/rooms/account/user.ts'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { saveKnownDevice } from '../../../kit/session/known-device.ts'
import { takeOldPath, useOther } from '../../../kit/session/browser-memory.ts'
import { isSilent, ServerRefusal } from '../../../kit/calls/refusal.ts'
import { beginSession } from '../../../kit/session/session.ts'
import { applyTheme, type ThemeId } from '../../../kit/look/theme.ts'
import { toast } from '../../../ui/feedback/toast.tsx'

/** The final response of every sign-in method. */
export type SignedIn = Out<typeof userCalls.login>

/** The state between the first step and the second: the refusal contained `data.verify`. */
export interface VerifyNeeded {
  /** Message to display. */
  msg: string
  /** Further data that the server sent with `verify`. */
  data: Readonly<Record<string, unknown>>
}

export interface SignInResult {
  ok: boolean
  failure?: Error
  /** The next attempt requires a solved captcha. */
  captcha: boolean
}

/**
 * Runs one attempt of any sign-in method, and navigates to the page requested before, else to the start page. A
 * response with `data.verify` is passed to `onVerify`; it is not a failure.
 */
export function useSignIn(onVerify?: (needed: VerifyNeeded) => void) {
  const navigate = useNavigate()
  const [pending, setPending] = useState(false)
  const busy = useRef(false)
  const signIn = async (ask: () => Promise<SignedIn>): Promise<SignInResult> => {
    if (busy.current) return { ok: false, captcha: false }
    busy.current = true
    setPending(true)
    try {
      const answer = await ask()
      begin(answer)
      if (answer.restored)
        toast.success({ zh: '注销已取消，账号已恢复', en: 'The closing of the account was cancelled' })
      await navigate({ href: takeOldPath() || '/index', replace: true })
      return { ok: true, captcha: false }
    } catch (error) {
      const data = dataOf(error)
      if (data['verify'] && onVerify) {
        onVerify({ msg: (error as Error).message, data })
        return { ok: false, captcha: false }
      }
      return { ok: false, captcha: data['captcha'] === 1, ...(!isSilent(error) && { failure: error as Error }) }
    } finally {
      busy.current = false
      setPending(false)
    }
  }
  return { signIn, pending }
}

function dataOf(error: unknown): Readonly<Record<string, unknown>> {
  return (error instanceof ServerRefusal && (error.data as Record<string, unknown> | null)) || {}
}

function begin({ token, uid, nickName, avatar, is_admin, scene_id, permissions, theme, known_device }: SignedIn): void {
  beginSession({ uid, token, nickName, avatar, is_admin, scene_id, old_scene_id: scene_id, permissions })
  applyTheme(theme as ThemeId)
  useOther.setState({ lastClick: Date.now() })
  saveKnownDevice(known_device)
}
