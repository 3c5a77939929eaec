import { useState } from 'react'
import { deviceType } from '@belvedere/contract/rooms/device/enums.ts'
import { say } from '../../../kit/words.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import type { Device } from '../device-table/device.ts'
import { Blast } from './named.tsx'

const kept = {
  zh: '保留：密钥、平台地址和当前运行的配置。丢失：历史配置、日志、加装的软件和手工修改。',
  en: 'It keeps its keys, the address of this platform and the configuration it runs. It loses former configurations, logs, packages that were added and what was changed by hand.',
}
const forgotten = {
  zh: '密钥、平台地址和全部配置都会丢失：它会变成出厂的无线和端口设置，只有 DHCP 或厂商目录能把它带回来，否则需要到现场处理。',
  en: 'It loses its keys, the address of this platform and all configuration: Wi-Fi and ports are as from the factory, and only DHCP or the directory of its maker brings it back; else somebody has to go there.',
}
const ofSwitch = {
  zh: '交换机自行决定是否保留平台地址；端口、VLAN 和 PoE 恢复出厂设置。若它不再上线，需要到现场处理。',
  en: 'A switch itself decides whether it keeps the address of this platform. Ports, VLANs and PoE are as from the factory. If it does not come back, somebody has to go there.',
}

/** What a factory reset takes, before it is confirmed by typing the name. */
export function ResetLoss({ device, onKeep }: { device: Device; onKeep: (keep: 0 | 1) => void }) {
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
          label={{ zh: '保留平台地址和密钥', en: 'Keep the address of this platform and the keys' }}
        />
      )}
      <Blast devices={[device]} action="reboot" />
    </div>
  )
}
