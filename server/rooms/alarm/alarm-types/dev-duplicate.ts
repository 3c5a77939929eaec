import { defineAlarmType } from '../define-alarm-type.ts'

export const devDuplicate = defineAlarmType({
  id: 'dev_duplicate',
  words: { zh: '序列号重复', en: 'Serial number twice' },
  level: 1,
  when: {
    zh: '两台设备以同一序列号和同一密钥反复互相顶替连接时触发，之后只保留一台，另一台被拒绝；一小时内不再出现则结束。',
    en: 'Raised when two devices with one serial number and one key keep replacing each other. One of them stays connected, the other is refused. Ends after an hour without a further attempt.',
  },
  hears: ['device.duplicate'],
  heard({ data = {} }) {
    const { kept, refused } = data
    return { key: '', what: 'rises', params: { kept, refused } }
  },
  quiet: 3600,
  text: ({ kept, refused }) => ({
    zh: `两台设备使用同一序列号：保留 ${String(kept ?? '')}，拒绝 ${String(refused ?? '')}`,
    en: `Two devices use one serial number: ${String(kept ?? '')} stays connected, ${String(refused ?? '')} is refused`,
  }),
})
