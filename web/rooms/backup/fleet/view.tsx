import { backupCalls } from '@belvedere/contract/rooms/backup/backup.ts'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { CalendarClock, SlidersHorizontal } from 'lucide-react'
import { CallTable } from '../../../kit/list/call-table.tsx'
import { useMay, useSession } from '../../../kit/session/session.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { FleetBatch } from '../backup/fleet-batch.tsx'
import { FleetMenu } from '../backup/fleet-menu.tsx'
import { fleetColumns, fleetCsv, fleetFilters } from '../backup/fleet-columns.tsx'
import type { FleetDevice } from '../backup/backup-row.ts'
import { StateStrip } from '../backup/state-strip.tsx'
import { useBackupDialogs } from '../backup/use-backup-dialogs.tsx'
import { TimersDrawer, backupCommand, sendCommand } from '../../task/api.tsx'

/** State of the backups of all devices, with their actions. */
export function View() {
  const may = useMay()
  const scenes = useSession((s) => s.scene)
  const filters = useMemo(() => fleetFilters([...scenes].map(([id, { name }]) => ({ id, label: name }))), [scenes])
  const { show, dialogs } = useBackupDialogs()
  const [timers, setTimers] = useState(false)
  const backUp = useCallback((device: FleetDevice) => void sendCommand(backupCommand, device), [])
  const open = useCallback((device: FleetDevice) => show({ what: 'history', subject: device }), [show])
  const rowActions = useCallback(
    (device: FleetDevice) => <FleetMenu device={device} show={show} onBackUp={backUp} />,
    [show, backUp],
  )
  return (
    <>
      <StateStrip />
      <CallTable
        call={backupCalls.fleet}
        columns={fleetColumns}
        filters={filters}
        usualOrder="state asc"
        maxLimit={1000}
        searchHint={{ zh: '设备 / 序列号 / 备注', en: 'Device, serial or note' }}
        actions={
          <>
            <Button icon={CalendarClock} onClick={() => setTimers(true)}>
              {say({ zh: '定时备份', en: 'Schedules' })}
            </Button>
            {may('device.write') && (
              <Button icon={SlidersHorizontal} onClick={() => show({ what: 'policy' })}>
                {say({ zh: '保留规则', en: 'Retention' })}
              </Button>
            )}
          </>
        }
        batch={(batch) => <FleetBatch batch={batch} />}
        rowActions={rowActions}
        actionsWidth={76}
        onRow={open}
        csv={fleetCsv}
        empty={{
          title: { zh: '没有可备份的设备', en: 'No device to back up' },
          hint: { zh: '设备上线后会出现在这里', en: 'Devices appear here once they have been online' },
        }}
      />
      {dialogs}
      <Suspense>{timers && <TimersDrawer of={{}} onClose={() => setTimers(false)} />}</Suspense>
    </>
  )
}
