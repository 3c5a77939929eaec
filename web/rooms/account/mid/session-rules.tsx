import { useEffect, useState } from 'react'
import { failAuth } from '../../../kit/calls/call.ts'
import { changedText, watchSession } from '../../../kit/session/session-watch.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Sheet } from '../../../ui/phone/sheet.tsx'

const reload = () => location.reload()

/** The rules of every session: an idle session ends, and another user in another tab causes a reload. */
export function SessionRules() {
  const [stored, setStored] = useState<number>()
  useEffect(() => watchSession({ onIdle: failAuth, onChanged: setStored }), [])
  if (stored === undefined) return null
  return (
    <Sheet onClose={reload} title={changedText(stored)}>
      <Button kind="primary" className="w-full" onClick={reload}>
        {say({ zh: '重新加载', en: 'Reload' })}
      </Button>
    </Sheet>
  )
}
