import { defineLogWords } from '../../../kit/define-log-words.ts'

/** Log entries about keys and serial numbers of devices without a call. */
export const keyWords = defineLogWords({
  'device.enrolled': { zh: '主机注册', en: 'A host enrolled' },
  'device.gave-way': {
    zh: '预先添加的序列号已由持有该设备的团队认领',
    en: 'A serial number added ahead was claimed by the team that has the device',
  },
  'device.key-refused': {
    zh: '拒绝连接：密钥与设备绑定的不符',
    en: 'Connection refused: another key than the bound one',
  },
  'device.key-revoked': { zh: '拒绝连接：密钥已吊销', en: 'Connection refused: the key is revoked' },
  'device.enrol-refused': {
    zh: '拒绝注册：密钥与设备绑定的不符',
    en: 'Enrolment refused: another key than the bound one',
  },
})
