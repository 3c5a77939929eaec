import { useCallback } from 'react'
import { say } from '../../../kit/words/words.ts'
import { useConfirm } from '../../../ui/dialogs/confirm-dialog.tsx'
import { nameOf, type ListedDevice } from '../device-table/device.ts'
import { kickCommand, sendCommand } from '../../task/api.tsx'

/** Disconnects a terminal from an access point after a confirmation. */
export function useKick() {
  const confirm = useConfirm()
  return useCallback(
    async (device: ListedDevice, { mac, hostname }: { mac: string; hostname: string | null }) => {
      const yes = await confirm({
        title: say({ zh: '断开“{name}”？', en: 'Disconnect “{name}”?' }, { name: hostname ?? mac }),
        body: say(
          {
            zh: '它 30 秒内不能再连接“{name}”，之后可以自行重新连接，也可能立即连到附近的其他接入点。',
            en: 'It cannot connect to “{name}” for 30 seconds. It can connect to other nearby access points immediately.',
          },
          { name: nameOf(device) },
        ),
        ok: { zh: '断开', en: 'Disconnect' },
        danger: true,
      })
      if (yes) await sendCommand(kickCommand(mac), device)
    },
    [confirm],
  )
}
