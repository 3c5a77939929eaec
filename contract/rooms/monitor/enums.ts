import { defineEnum } from '../../kit/define-enum.ts'

export const snmpVersion = defineEnum({
  v2c: { id: 'v2c', zh: 'v2c', en: 'v2c' },
  v3: { id: 'v3', zh: 'v3', en: 'v3' },
})

export const snmpAuth = defineEnum({
  none: { id: 'none', zh: '不认证', en: 'None' },
  md5: { id: 'md5', zh: 'MD5', en: 'MD5' },
  sha: { id: 'sha', zh: 'SHA-1', en: 'SHA-1' },
  sha256: { id: 'sha256', zh: 'SHA-256', en: 'SHA-256' },
  sha512: { id: 'sha512', zh: 'SHA-512', en: 'SHA-512' },
})

export const snmpPriv = defineEnum({
  none: { id: 'none', zh: '不加密', en: 'None' },
  des: { id: 'des', zh: 'DES', en: 'DES' },
  aes: { id: 'aes', zh: 'AES-128', en: 'AES-128' },
})

/** What a line of an imported list comes to. */
export const importWhat = defineEnum({
  claim: { id: 'claim', zh: '认领设备', en: 'Claim', tone: 'success' },
  ask: { id: 'ask', zh: '申请设备', en: 'Ask for it', tone: 'warning' },
  third: { id: 'third', zh: '添加第三方设备', en: 'Add, third party', tone: 'success' },
  here: { id: 'here', zh: '已存在', en: 'There already', tone: 'neutral' },
  wrong: { id: 'wrong', zh: '有误', en: 'Mistake', tone: 'danger' },
})
