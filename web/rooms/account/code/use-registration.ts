import { registerCalls } from '@belvedere/contract/rooms/account/register.ts'
import { useEffect, useState } from 'react'
import { call } from '../../../kit/calls/call.ts'

/** Whether anybody may register here; undefined until the server has said so. */
export function useRegistration(): boolean | undefined {
  const [open, setOpen] = useState<boolean>()
  useEffect(() => {
    const patience = new AbortController()
    call(registerCalls.state, {}, { signal: patience.signal }).then(
      (answer) => setOpen(answer.open === 1),
      // without an answer nothing else on the page works either, and says so
      () => {},
    )
    return () => patience.abort()
  }, [])
  return open
}
