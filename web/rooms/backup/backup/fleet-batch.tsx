import { backupCalls } from '@belvedere/contract/rooms/backup/backup.ts'
import { CalendarClock, DatabaseBackup } from 'lucide-react'
import { Suspense, useState } from 'react'
import { allRows } from '../../../kit/calls/all-rows.ts'
import type { BatchOutcome } from '../../../kit/batch/batch-outcome.ts'
import type { Batch } from '../../../kit/list/call-table.tsx'
import { say } from '../../../kit/words/words.ts'
import { lazyPart } from '../../../kit/loading/lazy-part.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import type { FleetDevice } from './backup-row.ts'
import { TimerDialog, backupCommand, sendCommand, showFailure } from '../../task/api.tsx'
import { canBackUp, nameOf, useWritable } from '../../device/api.tsx'

const BatchResult = lazyPart(() => import('../../../kit/batch/batch-result.tsx'), 'BatchResult')

const pageSize = 1000

/** Backs up the selected devices, now or on a schedule. */
export function FleetBatch({ batch }: { batch: Batch<FleetDevice> }) {
  const { commandable } = useWritable()
  const [pending, setPending] = useState(false)
  const [outcome, setOutcome] = useState<BatchOutcome>()
  const [timed, setTimed] = useState<readonly FleetDevice[]>()
  const onChosen = (work: (devices: readonly FleetDevice[]) => unknown) => async () => {
    setPending(true)
    try {
      const query = { ...batch.query, orderby: 'id asc' }
      const rows = batch.all ? await allRows(backupCalls.fleet, query, pageSize) : batch.rows
      await work(rows.filter((row) => commandable(row) && canBackUp(row)))
    } catch (error) {
      showFailure(error)
    } finally {
      setPending(false)
    }
  }
  const order = async (ids: readonly number[]) => setOutcome(await backupCommand.send({ ids: [...ids] }))
  const backUp = async (devices: readonly FleetDevice[]) => {
    const [only] = devices
    if (devices.length === 1 && only) await sendCommand(backupCommand, only)
    else if (devices.length > 1) await order(devices.map(({ id }) => id))
  }
  if (!batch.rows.some(commandable)) return null
  return (
    <>
      <Button kind="quiet" size="s" icon={DatabaseBackup} disabled={pending} onClick={onChosen(backUp)}>
        {say({ zh: '立即备份', en: 'Back up now' })}
      </Button>
      <Button kind="quiet" size="s" icon={CalendarClock} disabled={pending} onClick={onChosen(setTimed)}>
        {say({ zh: '定时备份', en: 'Schedule' })}
      </Button>
      <Suspense>
        {outcome && (
          <BatchResult
            title={backupCommand.title}
            outcome={outcome}
            onClose={() => setOutcome(undefined)}
            onRetry={(ids) => void order(ids).catch(showFailure)}
          />
        )}
        {timed && (
          <TimerDialog
            target={{
              kind: 'devices',
              ids: timed.map(({ id }) => id),
              names: timed.slice(0, 3).map(nameOf),
            }}
            onClose={() => setTimed(undefined)}
            onDone={batch.clear}
          />
        )}
      </Suspense>
    </>
  )
}
