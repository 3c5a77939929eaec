import { Suspense, useCallback, useMemo, useState } from 'react'
import { Pencil, Radar } from 'lucide-react'
import { useScene } from '../../../kit/session/scene.ts'
import { useMay } from '../../../kit/session/session.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { DeviceTable } from '../device-table/device-table.tsx'
import type { ListedDevice } from '../device-table/device.ts'
import { useOwnScenes } from '../device-table/use-writable.ts'
import { otherColumns, monitoredOf, useLogos } from './columns.tsx'
import { MonitoredDialog } from '../../monitor/api.tsx'

// Not part of the first load of the page: it is shown only after a click.

const hint = {
  zh: '添加摄像机、NVR、服务器、UPS 等设备，按 Ping、TCP、HTTP 或 SNMP 监测',
  en: 'Add cameras, recorders, servers or UPS, and watch them by ping, TCP, HTTP or SNMP',
}

type OpenMonitor = { id?: number; scene_id?: number }

/** Third-party devices, which are monitored by the server without a certificate. */
export function View() {
  const scene = useScene()
  const may = useMay()
  const scenes = useOwnScenes()
  const [open, setOpen] = useState<OpenMonitor>()
  const logos = useLogos()
  const more = useMemo(() => otherColumns(logos), [logos])
  const entries = useCallback(
    (device: ListedDevice) =>
      monitoredOf(device)
        ? [
            {
              label: { zh: '编辑与监测设置', en: 'Edit and monitor' },
              icon: Pencil,
              run: () => setOpen({ id: device.id, scene_id: device.scene_id }),
            },
          ]
        : [],
    [],
  )
  const addFirst = may('device.write') && !scene.readOnly && (
    <Button kind="primary" icon={Radar} onClick={() => setOpen({ scene_id: scene.id || scenes[0]?.id })}>
      {say({ zh: '添加第三方设备', en: 'Add a third-party device' })}
    </Button>
  )
  return (
    <>
      <DeviceTable kind="other" more={more} addFirst={addFirst} entries={entries} hint={hint} />
      <Suspense>{open && <MonitoredDialog key={open.id} {...open} onClose={() => setOpen(undefined)} />}</Suspense>
    </>
  )
}
