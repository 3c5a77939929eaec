import { deviceCalls } from '@belvedere/contract/rooms/device/device.ts'
import { useEffect } from 'react'
import { call } from '../../../kit/calls/call.ts'
import { isSilent } from '../../../kit/calls/refusal.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { useDeviceActions } from './use-device-actions.tsx'

/** Runs one action on one device on mount, with its questions and dialogs. */
export function ActOnDevice({ id, what }: { id: number; what: 'reboot' | 'shell' }) {
  const { actions, dialogs } = useDeviceActions()
  useEffect(() => {
    let left = false
    const act = async () => {
      const [device] = (await call(deviceCalls.all, { ids: [id] }, { keep: true })).list
      if (left || !device) return
      if (what === 'reboot') await actions.reboot([device])
      else actions.open(what, device)
    }
    act().catch((error: Error) => !isSilent(error) && toast.error(error.message))
    return () => {
      left = true
    }
  }, [id, what, actions])
  return dialogs
}
