import { accountErrors } from '@belvedere/contract/rooms/account/errors.ts'
import { useState } from 'react'
import { ServerRefusal } from '../../../kit/calls/refusal.ts'
import { type CodeAddress, addressOf } from './address.ts'
import { type CodeSender, useCodeSender } from './use-code-sender.tsx'

export interface CodeSteps {
  /** 0 address, 1 code, 2 password. */
  at: number
  text: string
  setText: (text: string) => void
  to: CodeAddress | undefined
  code: string
  sender: CodeSender
  /** Reason why the code was refused at the last step. */
  refused: string | undefined
  /** Other error of the last step. */
  failure: string | undefined
  goTo: (step: number) => void
  right: (code: string) => void
  /** Reports the error of the last step: an expired code leads back to the step before. */
  fail: (error: Error | undefined) => void
}

/** The three steps from an address to a new password. */
export function useCodeSteps(purpose: 'forget' | 'register'): CodeSteps {
  const [at, setAt] = useState(0)
  const [text, setText] = useState('')
  const [code, setCode] = useState('')
  const [error, setError] = useState<Error>()
  const sender = useCodeSender(purpose, () => setAt(1))
  const isOver = error instanceof ServerRefusal && error.code === accountErrors.codeWrong.code
  const go = (step: number, failed?: Error) => {
    setAt(step)
    setError(failed)
  }
  const right = (given: string) => {
    setCode(given)
    go(2)
  }
  const fail = (failed: Error | undefined) => {
    const over = failed instanceof ServerRefusal && failed.code === accountErrors.codeWrong.code
    go(over ? 1 : 2, failed)
  }
  return {
    at,
    text,
    setText,
    code,
    sender,
    right,
    fail,
    goTo: go,
    to: addressOf(text),
    refused: isOver ? error.message : undefined,
    failure: isOver ? undefined : error?.message,
  }
}
