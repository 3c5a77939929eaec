import { remoteCalls } from '@belvedere/contract/rooms/remote/remote.ts'
import { CirclePlay } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../kit/loading/lazy-part.ts'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { useMay } from '../../../kit/session/session.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'

const ReplayDialog = lazyPart(() => import('./replay-dialog.tsx'), 'ReplayDialog')

/** Link to the recording of a task that was a remote session; nothing without one. */
export function TaskRecording({ task_id }: { task_id: number }) {
  const may = useMay()
  const [open, setOpen] = useState(false)
  const { data } = useQueryCall(remoteCalls.list, { task_id, limit: 1 })
  const session = data?.list[0]
  if (!session || session.recorded !== 1 || !may('device.command')) return null
  return (
    <>
      <Button size="s" kind="quiet" icon={CirclePlay} onClick={() => setOpen(true)}>
        {say({ zh: '回放', en: 'Replay' })}
      </Button>
      <Suspense>{open && <ReplayDialog session={session} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
