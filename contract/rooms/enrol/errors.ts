import { defineErrors } from '../../kit/define-errors.ts'

export const enrolErrors = defineErrors('enrol', {
  alreadyHere: { code: 10303, zh: '该设备已在场景“{scene}”中', en: 'This device is in the scene “{scene}” already' },
  blocked: { code: 10304, zh: '该设备已被平台拉黑', en: 'This device is blocked on this installation' },
  badToken: { code: 10310, zh: '注册令牌无效、已使用或已过期', en: 'The enrolment token is unknown, used or expired' },
  wrongClaimCode: {
    code: 10317,
    zh: '序列号与认领码不符，或该设备不可认领',
    en: 'The claim code does not fit this serial number, or the device cannot be claimed',
  },
  tooManyTries: {
    code: 10318,
    zh: '认领码输错次数过多，请 {minutes} 分钟后再试',
    en: 'Too many wrong claim codes; try again in {minutes} {minutes:minute|minutes}',
  },
  noList: { code: 10387, zh: '请选择 CSV 文件', en: 'Choose a CSV file' },
  badList: {
    code: 10388,
    zh: '文件无法读取：{why}',
    en: 'The file cannot be read: {why}',
  },
  tooManyLines: { code: 10389, zh: '一次最多导入 {most} 行', en: 'A list has {most} lines at most' },
  linesWrong: {
    code: 10390,
    zh: '{n} 行有误，未导入任何设备',
    en: '{n} {n:line has|lines have} errors; nothing was imported',
  },
  otherKey: {
    code: 10326,
    zh: '该序列号已绑定另一把密钥：请设备所属团队先在控制台接受新密钥，再重新运行此命令',
    en: 'This serial number is bound to another key: its owner must accept the new key in the console; then run this command again',
  },
  rejectedKey: {
    code: 10327,
    zh: '该密钥已被设备所属团队拒绝',
    en: 'The owner of the device has rejected this key',
  },
  heldKey: {
    code: 10329,
    zh: '持有另一把密钥的设备正以该序列号在线',
    en: 'A device with another key is connected under this serial number',
  },
})
