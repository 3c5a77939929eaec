import { defineEnum } from '../../kit/define-enum.ts'
import { losses } from '../account/loss/enums.ts'
import { transferObstacles } from '../task/shared-reason/enums.ts'

export const firmwareChannel = defineEnum({
  stable: { id: 'stable', zh: '稳定版', en: 'Stable', tone: 'success' },
  beta: { id: 'beta', zh: '测试版', en: 'Beta', tone: 'warning' },
})

/** How an image is packed, as its bytes say. */
export const firmwareFormat = defineEnum({
  sysupgrade: { id: 'sysupgrade', zh: 'OpenWrt sysupgrade', en: 'OpenWrt sysupgrade' },
  onie: { id: 'onie', zh: 'ONIE 安装包', en: 'ONIE installer' },
  fit: { id: 'fit', zh: 'FIT 镜像', en: 'FIT image' },
  tar: { id: 'tar', zh: 'tar 归档', en: 'tar archive' },
  zip: { id: 'zip', zh: 'zip 归档', en: 'zip archive' },
  gzip: { id: 'gzip', zh: 'gzip 压缩', en: 'gzip' },
  agent: { id: 'agent', zh: '代理程序', en: 'Agent' },
  plain: { id: 'plain', zh: '原始镜像', en: 'Raw image' },
})

/** What a campaign is doing. */
export const campaignState = defineEnum({
  running: { id: 'running', zh: '进行中', en: 'Running', tone: 'primary' },
  paused: { id: 'paused', zh: '已暂停', en: 'Paused', tone: 'warning' },
  stopped: { id: 'stopped', zh: '已停止', en: 'Stopped', tone: 'disabled' },
  done: { id: 'done', zh: '已完成', en: 'Done', tone: 'success' },
})

/** What a running campaign waits for. */
export const campaignPhase = defineEnum({
  start: { id: 'start', zh: '等待开始时间', en: 'Waits for its start' },
  window: { id: 'window', zh: '等待允许时段', en: 'Waits for its hours' },
  wave: { id: 'wave', zh: '升级中', en: 'Upgrading' },
  soak: { id: 'soak', zh: '观察首批设备', en: 'Watching the first devices' },
  offline: { id: 'offline', zh: '等待离线设备', en: 'Waits for offline devices' },
  ended: { id: 'ended', zh: '已结束', en: 'Ended' },
})

/** Where a device of a campaign is. */
export const upgradeStep = defineEnum({
  waiting: { id: 'waiting', zh: '等待', en: 'Waiting', tone: 'neutral' },
  backup: { id: 'backup', zh: '备份中', en: 'Backing up', tone: 'primary' },
  told: { id: 'told', zh: '下载中', en: 'Downloading', tone: 'primary' },
  restarting: { id: 'restarting', zh: '重启中', en: 'Restarting', tone: 'primary' },
  done: { id: 'done', zh: '已升级', en: 'Upgraded', tone: 'success' },
  failed: { id: 'failed', zh: '失败', en: 'Failed', tone: 'danger' },
  lost: { id: 'lost', zh: '未恢复', en: 'Did not reconnect', tone: 'danger' },
  skipped: { id: 'skipped', zh: '已跳过', en: 'Skipped', tone: 'disabled' },
  cancelled: { id: 'cancelled', zh: '已取消', en: 'Cancelled', tone: 'disabled' },
})

/** How the image comes to a device. */
export const imageTransfer = defineEnum({
  pinned: { id: 'pinned', zh: '传输端口（代理程序校验公钥）', en: 'Transfer port; the agent has its key pinned' },
  public: { id: 'public', zh: 'HTTPS，公共证书', en: 'HTTPS, public certificate' },
  plain: { id: 'plain', zh: 'HTTP 一次性链接', en: 'HTTP, one-time link' },
  local: { id: 'local', zh: 'HTTPS，设备自带证书校验', en: 'HTTPS, verified by certificates of the device' },
})

/** Why a way is not taken. */
export const transferObstacle = defineEnum(transferObstacles)

/** Why a device is not upgraded, or why a campaign paused. */
export const upgradeReason = defineEnum({
  no_image: { id: 'no_image', zh: '固件库中没有适用的固件', en: 'No firmware in the library fits' },
  current: { id: 'current', zh: '已是该版本', en: 'Runs this version already' },
  newer: { id: 'newer', zh: '当前版本更新', en: 'Runs a newer version' },
  too_old: { id: 'too_old', zh: '版本过低，缺少过渡版本', en: 'Too old, and the version in between is missing' },
  unsupported: { id: 'unsupported', zh: '该设备不支持升级', en: 'It cannot be upgraded from here' },
  busy: { id: 'busy', zh: '已在另一个升级计划中', en: 'It is in another campaign' },
  no_way: { id: 'no_way', zh: '设备无法下载该固件', en: 'It cannot download the image' },
  memory: { id: 'memory', zh: '内存不足以存放固件', en: 'Too little memory for the image' },
  no_previous: { id: 'no_previous', zh: '固件库中没有之前的版本', en: 'The version before is not in the library' },
  offline: { id: 'offline', zh: '离线，上线后再升级', en: 'Offline; it follows when it is back' },
  backup_failed: { id: 'backup_failed', zh: '升级前备份失败', en: 'The backup before the upgrade failed' },
  refused: { id: 'refused', zh: '设备拒绝升级', en: 'The device refused the upgrade' },
  no_answer: { id: 'no_answer', zh: '设备未在规定时间内响应', en: 'The device did not answer in time' },
  old_version: { id: 'old_version', zh: '重启后仍是旧版本', en: 'It still has the old version after the restart' },
  not_back: { id: 'not_back', zh: '未在规定时间内重新上线', en: 'It did not reconnect in time' },
  stopped: { id: 'stopped', zh: '升级计划已停止', en: 'The campaign was stopped' },
  gone: { id: 'gone', zh: '设备已删除或移走', en: 'The device was removed or moved' },
  ...losses,
  person: { id: 'person', zh: '手动暂停', en: 'Paused by hand' },
  canary_failed: { id: 'canary_failed', zh: '首批设备升级失败', en: 'A first device failed' },
  canary_left: {
    id: 'canary_left',
    zh: '首批设备在观察期内离线',
    en: 'One of the first devices went offline during observation',
  },
  too_many_failed: { id: 'too_many_failed', zh: '失败比例超过上限', en: 'The share of failures exceeds the limit' },
  device_lost: { id: 'device_lost', zh: '有设备升级后未恢复', en: 'A device did not reconnect after the upgrade' },
  image_gone: { id: 'image_gone', zh: '固件文件已不存在', en: 'The image was deleted' },
})
