import { defineErrors } from '../../kit/define-errors.ts'

export const firmwareErrors = defineErrors('firmware', {
  empty: { code: 11201, zh: '文件为空', en: 'The file is empty' },
  truncated: { code: 11202, zh: '文件不完整：{detail}', en: 'The file is incomplete: {detail}' },
  damaged: { code: 11203, zh: '文件已损坏：{detail}', en: 'The file is damaged: {detail}' },
  bomb: { code: 11204, zh: '压缩内容解开后过大', en: 'What is packed in it is far too large' },
  pathTrick: { code: 11205, zh: '归档中有不安全的路径：{name}', en: 'The archive has an unsafe path: {name}' },
  wrongModel: {
    code: 11206,
    zh: '固件适用于 {found}，不适用于 {given}',
    en: 'The image is for {found}, not for {given}',
  },
  wrongSignature: { code: 11207, zh: '签名与任何受信任的公钥都不符', en: 'The signature is of no trusted key' },
  badSignature: { code: 11208, zh: '签名格式无法识别', en: 'The signature is in no known form' },
  duplicate: { code: 11209, zh: '固件库中已有该文件：{version}', en: 'This file is in the library already: {version}' },
  noFile: { code: 11210, zh: '请选择固件文件', en: 'Choose a file' },
  badKey: { code: 11211, zh: '公钥应为 Ed25519', en: 'An Ed25519 public key is expected' },
  keyTaken: { code: 11212, zh: '该公钥或名称已存在', en: 'The key or its name is known already' },
  inUse: { code: 11213, zh: '正在被升级计划使用：{name}', en: 'In use by the campaign {name}' },
  builtIn: { code: 11214, zh: '随平台提供的固件不能修改', en: 'Built-in items cannot be changed' },
  nothingToDo: { code: 11217, zh: '没有可升级的设备', en: 'There is no device to upgrade' },
  taken: {
    code: 11219,
    zh: '其中有设备刚加入了另一个升级计划，请重试',
    en: 'One of the devices was just added to another campaign; try again',
  },
  wrongState: {
    code: 11218,
    zh: '升级计划的当前状态不允许此操作',
    en: 'The campaign cannot do that in its present state',
  },
})
