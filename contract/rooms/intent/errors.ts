import { defineErrors } from '../../kit/define-errors.ts'

export const intentErrors = defineErrors('intent', {
  badTarget: {
    code: 11001,
    zh: '场景、分组或设备不存在，或无权修改',
    en: 'The scene, group or device does not exist or is not yours to change',
  },
  badKey: { code: 11002, zh: '{kind} 的名称“{key}”不正确', en: '“{key}” is no name for {kind}' },
  noConfiguration: {
    code: 11004,
    zh: '尚未读取到该设备的配置',
    en: 'The configuration of this device has not been read yet',
  },
  noRevision: { code: 11005, zh: '该配置版本不存在', en: 'The revision does not exist' },
  notReadable: {
    code: 11007,
    zh: '无法读取该设备的配置：{why}',
    en: 'The configuration of this device cannot be read: {why}',
  },
  notAdoptable: {
    code: 11008,
    zh: '“{place}” 由意图决定且无法反推，请在配置中修改',
    en: '“{place}” is made by an intent and cannot be read back; change the intent instead',
  },
  unsafePassword: {
    code: 11260,
    zh: '设备登录密码只能使用字母、数字和 . _ @ % + : , = / -，且不能以 - 开头',
    en: 'The password of a device can have letters, digits and . _ @ % + : , = / - only, and cannot begin with -',
  },
  unsafeText: {
    code: 11261,
    zh: '“{place}” 会传给设备的命令行，只能使用字母、数字和 . _ @ % + : , = / -，且不能以 - 开头',
    en: '“{place}” is passed to a shell of the device: use letters, digits and . _ @ % + : , = / - only, and do not begin with -',
  },
  isKnown: {
    code: 11300,
    zh: '该设备的配置已知，无需导入或从空配置开始',
    en: 'The configuration of this device is known; no import or empty start is needed',
  },
  notDocument: {
    code: 11301,
    zh: '这不是该设备的配置：{why}',
    en: 'This is not a configuration of the device: {why}',
  },
  otherName: {
    code: 11302,
    zh: '输入的名称与设备名称“{name}”不一致',
    en: 'The typed name does not match the device name “{name}”',
  },
  badLevel: {
    code: 11485,
    zh: '{kind}不能在{level}一级设置',
    en: '{kind} cannot be set at this level: {level}',
  },
  tooLarge: {
    code: 11006,
    zh: '原始配置过大（最多 {limit} KB）',
    en: 'The raw configuration is too large (at most {limit} KB)',
  },
})
