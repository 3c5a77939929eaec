import { defineEnum } from '../../kit/define-enum.ts'
import { losses } from '../account/loss/enums.ts'
import { setReasons } from '../task/shared-reason/enums.ts'

/** States of a change set. */
export const changeState = defineEnum({
  draft: { id: 'draft', zh: '草稿', en: 'Draft', tone: 'neutral' },
  running: { id: 'running', zh: '执行中', en: 'Running', tone: 'primary' },
  returning: { id: 'returning', zh: '回退中', en: 'Returning', tone: 'warning' },
  done: { id: 'done', zh: '已完成', en: 'Done', tone: 'success' },
  returned: { id: 'returned', zh: '已回退', en: 'Returned', tone: 'danger' },
})

/** Phase of a running set. */
export const changePhase = defineEnum({
  prepare: { id: 'prepare', zh: '准备', en: 'Preparing' },
  canary: { id: 'canary', zh: '试点', en: 'Canary' },
  soak: { id: 'soak', zh: '观察试点', en: 'Watching the canary' },
  rest: { id: 'rest', zh: '分批下发', en: 'The rest, in waves' },
  offline: { id: 'offline', zh: '等待离线设备', en: 'Waiting for offline devices' },
  commit: { id: 'commit', zh: '写入配置', en: 'Saving the desired configuration' },
  end: { id: 'end', zh: '结束', en: 'Ended' },
})

/** Result of a set on one device. */
export const itemState = defineEnum({
  waiting: { id: 'waiting', zh: '等待', en: 'Waiting', tone: 'neutral' },
  sending: { id: 'sending', zh: '下发中', en: 'Sending', tone: 'primary' },
  sent: { id: 'sent', zh: '等待设备恢复连接', en: 'Waiting for its return', tone: 'primary' },
  done: { id: 'done', zh: '已生效', en: 'In effect', tone: 'success' },
  partly: { id: 'partly', zh: '部分生效', en: 'Partly in effect', tone: 'warning' },
  failed: { id: 'failed', zh: '失败，未改动', en: 'Failed, unchanged', tone: 'danger' },
  skipped: { id: 'skipped', zh: '已跳过', en: 'Skipped', tone: 'disabled' },
  returning: { id: 'returning', zh: '回退中', en: 'Returning', tone: 'warning' },
  returned: { id: 'returned', zh: '已回退', en: 'Returned', tone: 'warning' },
  lost: { id: 'lost', zh: '未能回退', en: 'Could not be returned', tone: 'danger' },
})

/** Filters of devices in a review. */
export const reviewOnly = defineEnum({
  changed: { id: 'changed', zh: '配置改变', en: 'Change' },
  offline: { id: 'offline', zh: '离线', en: 'Offline' },
  refused: { id: 'refused', zh: '有无法满足的项', en: 'With refusals' },
  unconfigurable: { id: 'unconfigurable', zh: '无法下发', en: 'Nothing can be sent' },
  unread: { id: 'unread', zh: '现有配置未知', en: 'Configuration unknown' },
  no_undo: { id: 'no_undo', zh: '无法恢复原配置', en: 'Previous configuration cannot be restored' },
  no_return: { id: 'no_return', zh: '不能自动回退', en: 'Cannot roll back automatically' },
})

/** Handling of devices that are offline at their turn. */
export const offlinePolicy = defineEnum({
  skip: { id: 'skip', zh: '跳过', en: 'Leave them out' },
  wait: { id: 'wait', zh: '等待上线', en: 'Wait for them' },
})

/** Why a device or a set failed without an answer of the device. */
export const changeReason = defineEnum({
  offline: { id: 'offline', zh: '设备不在线', en: 'The device is offline' },
  unread: {
    id: 'unread',
    zh: '现有配置未知，未下发',
    en: 'Its current configuration is not known; nothing was sent',
  },
  blocked: { id: 'blocked', zh: '配置不完整，未下发', en: 'Its configuration is incomplete; nothing was sent' },
  unsupported: { id: 'unsupported', zh: '该设备不支持下发配置', en: 'This device does not accept configuration' },
  refused: { id: 'refused', zh: '设备拒绝了配置', en: 'The device refused the configuration' },
  partial: { id: 'partial', zh: '设备只应用了部分配置', en: 'The device applied only a part of it' },
  silent: { id: 'silent', zh: '设备未在规定时间内恢复连接', en: 'The device did not reconnect in time' },
  unconfirmed: {
    id: 'unconfirmed',
    zh: '设备在线，但未上报新配置已生效',
    en: 'The device is online but has not reported the new configuration',
  },
  cut: {
    id: 'cut',
    zh: '新配置使设备断开连接，设备已自行恢复原配置',
    en: 'The new configuration disconnected it; it rolled back to the previous one automatically',
  },
  ...setReasons,
  cancelled: { id: 'cancelled', zh: '已被取消', en: 'It was cancelled' },
  unknown: { id: 'unknown', zh: '不清楚变更前的配置，无法回退', en: 'What it ran before is not known' },
  gone: { id: 'gone', zh: '设备已被移除或移走', en: 'The device was removed or moved' },
  ...losses,
  internal: { id: 'internal', zh: '服务器内部错误', en: 'Internal error' },
})

/** Planned actions on devices. */
export const blastAction = defineEnum({
  reboot: { id: 'reboot', zh: '重启', en: 'Reboot' },
  upgrade: { id: 'upgrade', zh: '升级', en: 'Upgrade' },
  factory: { id: 'factory', zh: '恢复出厂', en: 'Factory reset' },
  configure: { id: 'configure', zh: '更改配置', en: 'Change of configuration' },
  poe: { id: 'poe', zh: 'PoE 重启', en: 'PoE power cycle' },
  remove: { id: 'remove', zh: '删除', en: 'Removal' },
})
