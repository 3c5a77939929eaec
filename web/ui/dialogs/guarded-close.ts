import { useState } from 'react'
import { useConfirm } from './confirm-dialog.tsx'
import { discardQuestion } from './unsaved.ts'

/** Guards the close of a container: asks first while a form below the `UnsavedScope` of `held` is not saved. */
export function useGuardedClose(onClose: () => void) {
  const confirm = useConfirm()
  const [held] = useState(() => new Set<object>())
  const close = async () => {
    if (held.size === 0 || (await confirm(discardQuestion))) onClose()
  }
  return { held, close }
}
