import { defineLogWords } from '../../../kit/define-log-words.ts'

/** What happens to the keys of devices without a call. */
export const keyWords = defineLogWords({
  'device.enrolled': { zh: '主机注册', en: 'A host enrolled' },
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
