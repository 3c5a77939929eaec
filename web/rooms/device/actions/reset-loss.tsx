import { useState } from 'react'
import { deviceType } from '@belvedere/contract/rooms/device/enums.ts'
import { say } from '../../../kit/words/words.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import type { ListedDevice } from '../device-table/device.ts'
import { Blast } from './named.tsx'

const kept = {
  zh: '密钥、平台地址和当前配置（含 Wi-Fi）会保留，固件只能一并保留或一并清除。清除的是：历史配置、日志、加装的软件和手工修改。需要空白配置时，请取消勾选。',
  en: 'Keys, the address of this platform and the running configuration (Wi-Fi included) are kept; the firmware keeps or erases them together. Erased are earlier configurations, logs, added packages and manual changes. For an empty configuration, clear the check box.',
}
const forgotten = {
  zh: '密钥、平台地址和全部配置都会清除，Wi-Fi 和端口恢复为出厂设置。设备只能通过 DHCP 或厂商的重定向服务重新上线，否则需要到现场处理。',
  en: 'Keys, the address of this platform and all configuration are erased; Wi-Fi and ports return to factory default. The device reconnects only by DHCP or the redirector of its manufacturer; otherwise on-site access is required.',
}
const ofSwitch = {
  zh: '全部配置都会清除：端口、VLAN 和 PoE 恢复为出厂设置，是否保留平台地址取决于交换机固件。若未重新上线，需要到现场处理。',
  en: 'All configuration is erased: ports, VLANs and PoE return to factory default. Whether the address of this platform is kept depends on the firmware of the switch. If it does not reconnect, on-site access is required.',
}

/** The data erased by a factory reset; the user confirms it by typing the name. */
export function ResetLoss({ device, onKeep }: { device: ListedDevice; onKeep: (keep: 0 | 1) => void }) {
  const [keeps, setKeeps] = useState(true)
  const choose = (keep: boolean) => (setKeeps(keep), onKeep(keep ? 1 : 0))
  const isSwitch = device.type === deviceType.id.switch
  return (
    <div className="grid gap-2">
      <p>{say(isSwitch ? ofSwitch : keeps ? kept : forgotten)}</p>
      {!isSwitch && (
        <Checkbox
          checked={keeps}
          onChange={choose}
          label={{
            zh: '保留密钥、平台地址和当前配置',
            en: 'Keep keys, the address of this platform and the running configuration',
          }}
        />
      )}
      <Blast devices={[device]} action="reboot" />
    </div>
  )
}
