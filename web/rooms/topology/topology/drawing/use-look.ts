import { useEffect, useState } from 'react'
import { readLook } from './look.ts'

/** The colours of the current theme. */
export function useLook() {
  const [look, setLook] = useState(readLook)
  useEffect(() => {
    const theme = new MutationObserver(() => setLook(readLook()))
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => theme.disconnect()
  }, [])
  return look
}
