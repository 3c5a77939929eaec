import { defineErrors } from '../../kit/define-errors.ts'

export const changeErrors = defineErrors('change', {
  notDraft: { code: 11101, zh: '该变更单已不是草稿', en: 'This change set is no draft any more' },
  deviceBusy: {
    code: 11102,
    zh: '设备“{device}”正在 {by} 的变更单“{set}”中执行；可在变更列表中取消该变更单',
    en: 'The device “{device}” is in the running change set “{set}” of {by}; it can be cancelled in the list of change sets',
  },
  notRunning: { code: 11104, zh: '该变更单未在执行', en: 'This change set is not running' },
  draftOpen: {
    code: 11105,
    zh: '您有未应用的草稿，请先应用或放弃',
    en: 'You have a draft that is not applied; apply or discard it first',
  },
  unread: {
    code: 11240,
    zh: '设备“{device}”的现有配置未知：请先读取或导入，或在审核变更时输入设备名称以从空配置开始',
    en: 'The current configuration of device “{device}” is not known: read or import it, or type the device name in the review to start from empty',
  },
  blocked: {
    code: 11250,
    zh: '无法向设备“{device}”下发配置：{reason}',
    en: 'Nothing can be sent to the device “{device}”: {reason}',
  },
  notDone: { code: 11106, zh: '只有已完成的变更单可以撤销', en: 'Only a change set that is done can be undone' },
  tooMany: { code: 11108, zh: '一个变更单最多 {most} 项', en: 'A change set holds {most} edits at most' },
  tooManyDevices: {
    code: 11110,
    zh: '一个变更单最多涉及 {most} 台设备',
    en: 'A change set touches {most} devices at most',
  },
  changedSince: {
    code: 11111,
    zh: '草稿在审核后又有改动，请重新审核',
    en: 'The draft was changed after it was reviewed; review it again',
  },
  notAsWanted: {
    code: 11113,
    zh: '设备当前的配置与期望不一致或尚未读取，请先在“配置”中处理',
    en: 'The device does not run its desired configuration, or was never read: resolve its configuration first',
  },
  noPower: {
    code: 11114,
    zh: '这些端口不能断电重启：{reason}',
    en: 'The power of these ports cannot be cycled: {reason}',
  },
  notTaken: { code: 11115, zh: '设备拒绝了断电：{reason}', en: 'The device refused to take the power off: {reason}' },
  notWaiting: {
    code: 11112,
    zh: '该变更单没有在等待离线设备',
    en: 'This change set is not waiting for offline devices',
  },
})
