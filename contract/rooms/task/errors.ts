import { defineErrors } from '../../kit/define-errors.ts'

export const taskErrors = defineErrors('task', {
  notRepeatable: { code: 10410, zh: '该任务不能重试，请重新操作', en: 'This task cannot be repeated; start a new one' },
  nothingFailed: { code: 10411, zh: '没有失败的设备', en: 'No device failed' },
  begun: { code: 11321, zh: '命令已下发，无法撤回', en: 'The command was already sent and cannot be cancelled' },
  nothingWaits: {
    code: 10412,
    zh: '没有可取消的设备：已下发的命令无法撤回',
    en: 'Nothing can be cancelled: all commands were already sent',
  },
  timerTarget: {
    code: 10360,
    zh: '请选择设备、设备分组或场景中的一种',
    en: 'Choose devices, or a device group, or scenes',
  },
  timerWhen: { code: 10361, zh: '请选择重复的星期，或单次执行的日期', en: 'Choose days of the week, or one day' },
  timerPast: { code: 10362, zh: '该时间已经过去', en: 'That time is over already' },
})

/** What stands in the way of an upgrade, at once, by a timer and in a campaign. */
export const upgradeErrors = defineErrors('upgrade', {
  noPackage: { code: 10309, zh: '请填写升级包地址', en: 'Enter the address of the upgrade package' },
  notReady: { code: 11215, zh: '固件信息不完整，请补充型号和版本', en: 'Its models and version are not known yet' },
  doesNotFit: { code: 11216, zh: '固件不适用于 {name}', en: 'The image does not fit {name}' },
  noWay: { code: 11245, zh: '{name} 无法下载该固件：{why}', en: '{name} cannot download the image: {why}' },
})
