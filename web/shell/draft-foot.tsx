import { editCalls } from '@belvedere/contract/rooms/change/edit.ts'
import { useLocation } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useQueryCall } from '../kit/calls/query.ts'
import { useMay } from '../kit/session/session.ts'
import { DraftBar } from '../rooms/change/api.tsx'

/** Checks for a draft or a running change set; the bar is loaded only if there is one. */
export function DraftFoot() {
  const may = useMay()
  const { data } = useQueryCall(editCalls.open, {}, { keep: true, enabled: may('change.read') })
  // the page of the draft has the same buttons
  const shown = useLocation({
    select: ({ pathname, search }) => (pathname === '/config/change' ? Number((search as { id?: string }).id) : 0),
  })
  if (!data) return null
  const draft = data.draft?.id === shown ? null : data.draft
  const running = data.running.filter(({ id }) => id !== shown)
  if (!draft && running.length === 0) return null
  return (
    <Suspense>
      <DraftBar open={{ draft, running }} />
    </Suspense>
  )
}
