import { accountErrors } from '@belvedere/contract/rooms/account/errors.ts'
import type { In } from '@belvedere/contract/kit/define-calls.ts'
import { sendCalls } from '@belvedere/contract/rooms/account/send.ts'
import { Suspense, useState, type ReactNode } from 'react'
import { call } from '../../../kit/calls/call.ts'
import { isSilent, ServerRefusal } from '../../../kit/calls/refusal.ts'
import { useSecondsLeft } from '../../../ui/values/use-seconds-left.ts'
import { type Attempted, CaptchaDialog, type PuzzleAnswer } from '../../captcha/api.tsx'
import type { CodeAddress } from './address.ts'

type Purpose = In<typeof sendCalls.sms>['purpose']

export interface CodeSender {
  /** Shows the captcha; the code is sent once it is solved. */
  ask: (to: CodeAddress) => void
  /** Seconds until another code can be requested. */
  left: number
  /** Reason why the last code was not sent. */
  failure: string | undefined
  clear: () => void
  /** The captcha dialog, to be rendered anywhere on the page. */
  dialog: ReactNode
}

/** Sends codes to a user who is not signed in; `onSent` is also called if a valid code was sent before. */
export function useCodeSender(purpose: Purpose, onSent?: (to: CodeAddress) => void): CodeSender {
  const [to, setTo] = useState<CodeAddress>()
  const [until, setUntil] = useState(0)
  const [failure, setFailure] = useState<string>()
  const left = useSecondsLeft(until)

  const sent = (address: CodeAddress, seconds: number) => {
    setUntil(Date.now() / 1000 + seconds)
    onSent?.(address)
  }
  const attempt = async (answer: PuzzleAnswer): Promise<Attempted> => {
    if (!to) return {}
    try {
      sent(to, (await send(to, purpose, answer)).resend_in)
      return {}
    } catch (error) {
      if (isSilent(error)) return {}
      const seconds = secondsOf(error)
      if (seconds) sent(to, seconds)
      else setFailure((error as Error).message)
      return { failure: error as Error }
    }
  }
  const ask = (address: CodeAddress) => {
    setFailure(undefined)
    setTo(address)
  }
  const dialog = to && (
    <Suspense>
      <CaptchaDialog attempt={attempt} onClose={() => setTo(undefined)} />
    </Suspense>
  )
  return { ask, left, failure, clear: () => setFailure(undefined), dialog }
}

function send({ channel, input }: CodeAddress, purpose: Purpose, answer: PuzzleAnswer) {
  const spec = channel === 'sms' ? sendCalls.sms : sendCalls.email
  return call(spec, { ...input, ...answer, purpose })
}

/** A recent code is still valid: seconds until the next can be requested. */
function secondsOf(error: unknown): number | undefined {
  if (!(error instanceof ServerRefusal) || error.code !== accountErrors.codeTooSoon.code) return undefined
  return (error.data as { seconds?: number } | null)?.seconds
}
