import { claimCalls } from '@belvedere/contract/rooms/enrol/claim.ts'
import { deviceCalls } from '@belvedere/contract/rooms/device/device.ts'
import { doorCalls } from '@belvedere/contract/rooms/enrol/door.ts'
import { claimState } from '@belvedere/contract/rooms/enrol/claim/enums.ts'
import { useState } from 'react'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { useScene } from '../../../kit/session/scene.ts'
import { useMay } from '../../../kit/session/session.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Tabs } from '../../../ui/layout/tabs.tsx'
import { RequestedClaims } from './requested-claims.tsx'
import { ByList } from './by-list.tsx'
import { ByScan } from './by-scan.tsx'
import { BySerial } from './by-serial.tsx'
import { ClaimRequests } from './claim-requests.tsx'
import { LinuxHost } from './linux-host.tsx'
import { Refused } from './refused.tsx'
import { StockDevice } from './stock-device.tsx'
import { Unclaimed } from './unclaimed.tsx'
import { useOwnScenes } from '../../device/api.tsx'

type AddTab = 'serial' | 'stock' | 'refused' | 'host' | 'list' | 'scan' | 'asked' | 'unclaimed' | 'requests'

const waitingState = claimState.id.waiting
/** Devices are added to a scene selected by the user. */
const needsScene: ReadonlySet<AddTab> = new Set(['serial', 'host', 'list', 'scan', 'unclaimed'])
const counted = (count = 0) => (count > 0 ? { count } : {})

/**
 * All methods of adding devices, opened at one of them if `first` names it: serial numbers, one command on a Linux
 * host, a file, a network scan, and unclaimed devices.
 */
export function AddDeviceDialog({ first, onClose }: { first: string; onClose: () => void }) {
  const may = useMay()
  const adopts = may('device.adopt')
  const waiting = useQueryCall(claimCalls.requests, { state: waitingState, limit: 1 }, { enabled: adopts })
  const unclaimed = useQueryCall(deviceCalls.unclaimed, { limit: 1, blocked: 0 }, { enabled: adopts })
  const request = useQueryCall(claimCalls.list, { limit: 1 })
  const refused = useQueryCall(doorCalls.refused, { limit: 1 })
  const scene = useScene()
  const scenes = useOwnScenes()
  const [wanted, setWay] = useState(first)
  const own = scenes.find(({ id }) => id === scene.id)
  const [chosen, choose] = useState(own?.id ?? scenes[0]?.id)
  const tabs = [
    { id: 'serial' as const, label: { zh: '按序列号', en: 'By serial number' } },
    { id: 'stock' as const, label: { zh: 'OpenWiFi / OpenLAN', en: 'OpenWiFi / OpenLAN' } },
    { id: 'host' as const, label: { zh: '接入 Linux 主机', en: 'Linux host' } },
    { id: 'list' as const, label: { zh: '批量导入', en: 'Import a list' } },
    { id: 'scan' as const, label: { zh: '扫描局域网', en: 'Scan a network' } },
    ...(adopts
      ? [
          {
            id: 'unclaimed' as const,
            label: { zh: '待认领设备', en: 'Unclaimed' },
            ...counted(unclaimed.data?.total),
          },
          { id: 'requests' as const, label: { zh: '设备申请', en: 'Requests' }, ...counted(waiting.data?.total) },
        ]
      : []),
    { id: 'refused' as const, label: { zh: '被拒绝接入', en: 'Refused devices' }, ...counted(refused.data?.total) },
    ...((request.data?.total ?? 0) > 0
      ? [{ id: 'asked' as const, label: { zh: '我的申请', en: 'My requests' }, ...counted(request.data?.total) }]
      : []),
  ]
  const way: AddTab = tabs.find(({ id }) => id === wanted)?.id ?? 'serial'
  const Body = {
    serial: BySerial,
    stock: StockDevice,
    refused: Refused,
    host: LinuxHost,
    list: ByList,
    scan: ByScan,
    asked: RequestedClaims,
    unclaimed: Unclaimed,
    requests: ClaimRequests,
  }[way]
  return (
    <Dialog open onClose={onClose} width={920} title={{ zh: '添加设备', en: 'Add device' }}>
      <Tabs tabs={tabs} value={way} onChange={setWay} />
      <div className="min-h-80 pt-4">
        {!own && needsScene.has(way) && (
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
        {(chosen !== undefined || !needsScene.has(way)) && (
          <Body key={chosen} scene_id={chosen ?? 0} onClose={onClose} onShow={setWay} />
        )}
      </div>
    </Dialog>
  )
}
