import { deviceCalls } from '@belvedere/contract/rooms/device/device.ts'
import { useEffect } from 'react'
import { call } from '../../../kit/calls/call.ts'
import { isSilent } from '../../../kit/calls/refusal.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { useKick } from './use-kick.ts'

interface KickTerminalProps {
  device_id: number
  terminal: { mac: string; hostname: string | null }
}

/** Disconnects a terminal from its access point on mount, after a confirmation. */
export function KickTerminal({ device_id, terminal }: KickTerminalProps) {
  const kick = useKick()
  const { mac, hostname } = terminal
  useEffect(() => {
    let left = false
    const act = async () => {
      const [device] = (await call(deviceCalls.all, { ids: [device_id] }, { keep: true })).list
      if (device && !left) await kick(device, { mac, hostname })
    }
    act().catch((error: Error) => !isSilent(error) && toast.error(error.message))
    return () => {
      left = true
    }
  }, [device_id, mac, hostname, kick])
  return null
}
