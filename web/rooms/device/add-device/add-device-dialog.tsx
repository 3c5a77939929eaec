import { useState } from 'react'
import { useScene } from '../../../kit/scene.ts'
import { useMay } from '../../../kit/session.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Select } from '../../../ui/select.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { useWritableScenes } from '../device-table/use-writable.ts'
import { ByList } from './by-list.tsx'
import { ByScan } from './by-scan.tsx'
import { BySerial } from './by-serial.tsx'
import { LinuxHost } from './linux-host.tsx'
import { Unclaimed } from './unclaimed.tsx'

type Way = 'serial' | 'host' | 'list' | 'scan' | 'unclaimed'

/** The ways to devices: serial numbers, one command on a Linux host, a file, a look around, those that dialled in by themselves. */
export function AddDeviceDialog({ onClose }: { onClose: () => void }) {
  const may = useMay()
  const scene = useScene()
  const scenes = useWritableScenes()
  const [way, setWay] = useState<Way>('serial')
  const [chosen, choose] = useState(scene.id || scenes[0]?.id)
  const tabs = [
    { id: 'serial' as const, label: { zh: '按序列号', en: 'By serial number' } },
    { id: 'host' as const, label: { zh: '接入 Linux 主机', en: 'Connect a Linux host' } },
    { id: 'list' as const, label: { zh: '批量导入', en: 'Import a list' } },
    { id: 'scan' as const, label: { zh: '扫描局域网', en: 'Scan a network' } },
    ...(may('device.adopt')
      ? [{ id: 'unclaimed' as const, label: { zh: '待认领设备', en: 'Unclaimed devices' } }]
      : []),
  ]
  const Body = { serial: BySerial, host: LinuxHost, list: ByList, scan: ByScan, unclaimed: Unclaimed }[way]
  return (
    <Dialog open onClose={onClose} width={760} title={{ zh: '添加设备', en: 'Add device' }}>
      <Tabs tabs={tabs} value={way} onChange={setWay} />
      <div className="min-h-80 pt-4">
        {scene.id === 0 && (
          <Select
            filter
            required
            className="mb-4 w-72"
            label={{ zh: '添加到场景', en: 'Add to scene' }}
            options={scenes}
            value={chosen}
            onChange={choose}
          />
        )}
        {chosen !== undefined && <Body key={chosen} scene_id={chosen} onClose={onClose} />}
      </div>
    </Dialog>
  )
}
