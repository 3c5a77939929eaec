import { defineAlarmType } from '../../define-alarm-type.ts'

export const devDuplicate = defineAlarmType({
  id: 'dev_duplicate',
  level: 1,
  when: {
    zh: '两台设备以同一序列号和同一密钥反复互相顶替连接时触发，之后只保留一台，另一台被拒绝；一小时内不再出现则结束。',
    en: 'Raised when two devices with the same serial number and key keep replacing the connection of each other. One stays connected, the other is refused. Ends after an hour without a further attempt.',
  },
  hears: ['device.duplicate'],
  heard({ data = {} }) {
    const { kept, refused } = data
    return { key: '', what: 'rises', params: { kept, refused } }
  },
  quiet: 3600,
  text({ kept, refused }) {
    const [stays, goes] = [String(kept ?? ''), String(refused ?? '')]
    // behind one address, which then does not identify the device
    if (stays === goes)
      return {
        zh: `两台设备使用同一序列号，均来自 ${stays}：保留已连接的一台，拒绝另一台`,
        en: `Two devices use one serial number, both from ${stays}: the one that is connected stays, the other is refused`,
      }
    return {
      zh: `两台设备使用同一序列号：保留来自 ${stays} 的一台，拒绝来自 ${goes} 的另一台`,
      en: `Two devices use one serial number: the one from ${stays} stays connected, the one from ${goes} is refused`,
    }
  },
})
