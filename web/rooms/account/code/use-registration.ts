import { registerCalls } from '@belvedere/contract/rooms/account/register.ts'
import { useEffect, useState } from 'react'
import { call } from '../../../kit/calls/call.ts'

/** True if registration is open; undefined until the server has responded. */
export function useRegistration(): boolean | undefined {
  const [open, setOpen] = useState<boolean>()
  useEffect(() => {
    const patience = new AbortController()
    call(registerCalls.state, {}, { signal: patience.signal }).then(
      (answer) => setOpen(answer.open === 1),
      // without a response nothing else on the page works either, and an error is shown
      () => {},
    )
    return () => patience.abort()
  }, [])
  return open
}
