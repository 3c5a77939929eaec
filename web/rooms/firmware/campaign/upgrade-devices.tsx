import { firmwareCalls } from '@belvedere/contract/rooms/firmware/firmware.ts'
import { useGo } from '../../../kit/routing/go.tsx'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { CampaignDialog } from './campaign-dialog.tsx'

interface UpgradeDevicesProps {
  device_ids: readonly number[]
  onClose: () => void
}

/** A campaign for devices selected in a list, with the latest compatible firmware of each preselected. */
export function UpgradeDevices({ device_ids, onClose }: UpgradeDevicesProps) {
  const go = useGo()
  const { data, error } = useQueryCall(firmwareCalls.check, { ids: [...device_ids].slice(0, 1000) })
  if (!data && !error) return null
  const newest = [...new Set(data?.devices.map(({ firmware_id }) => firmware_id))]
  return (
    <CampaignDialog
      firmware_ids={newest}
      device_ids={device_ids}
      onClose={onClose}
      onStarted={(campaign) => go('/maintenance/firmware', { tab: 'campaigns', campaign })}
    />
  )
}
