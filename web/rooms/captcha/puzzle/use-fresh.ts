import type { CallSpec, In } from '@belvedere/contract/kit/define-calls.ts'
import { useCallback, useEffect, useState } from 'react'
import { call, type AnswerOf } from '../../../kit/calls/call.ts'
import { isSilent } from '../../../kit/calls/refusal.ts'
import { toast } from '../../../ui/feedback/toast.tsx'

/** A captcha for one attempt, and a function that loads another; undefined while loading. */
export function useFresh<C extends CallSpec>(spec: C) {
  const [fresh, setFresh] = useState<AnswerOf<C>>()
  const refresh = useCallback(async () => {
    setFresh(undefined)
    try {
      setFresh(await call(spec, {} as In<C>))
    } catch (error) {
      if (!isSilent(error)) toast.error((error as Error).message)
    }
  }, [spec])
  useEffect(() => void refresh(), [refresh])
  return { fresh, refresh }
}
