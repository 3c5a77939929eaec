import { userCalls } from '@belvedere/contract/rooms/account/user.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../kit/call.ts'
import { takeOldPath, useOther } from '../../../kit/other.ts'
import { isSilent, Refusal } from '../../../kit/refusal.ts'
import { beginSession } from '../../../kit/session.ts'
import { applyTheme, type Theme } from '../../../kit/theme.ts'

export interface Credentials {
  account: string
  password: string
}

/** Answer to the puzzle, as the call takes it. */
export interface PuzzleAnswer {
  captcha_id: string
  captcha_x: number
  captcha_trail: number[]
}

export interface SignInResult {
  ok: boolean
  failure?: Error
  /** The next try needs an answered puzzle. */
  captcha: boolean
}

/** Signs in and goes to the page that was wanted before, else to the start. */
export function useSignIn() {
  const navigate = useNavigate()
  const [pending, setPending] = useState(false)
  const signIn = async (credentials: Credentials, answer?: PuzzleAnswer): Promise<SignInResult> => {
    setPending(true)
    try {
      const { token, uid, ...profile } = await call(userCalls.login, { ...credentials, ...answer }, { keep: true })
      const { nickName, avatar, is_admin, scene_id, permissions, theme } = profile
      beginSession({ uid, token, nickName, avatar, is_admin, scene_id, old_scene_id: scene_id, permissions })
      applyTheme(theme as Theme)
      useOther.setState({ lastClick: Date.now() })
      await navigate({ href: takeOldPath() || '/index', replace: true })
      return { ok: true, captcha: false }
    } catch (error) {
      const captcha = error instanceof Refusal && (error.data as { captcha?: number } | null)?.captcha === 1
      return { ok: false, captcha, ...(!isSilent(error) && { failure: error as Error }) }
    } finally {
      setPending(false)
    }
  }
  return { signIn, pending }
}
