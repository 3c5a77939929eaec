import { defineEnum } from '../../kit/define-enum.ts'

/** State of a device's backups, by the newest one. */
export const backupState = defineEnum({
  covered: { id: 'covered', zh: '已备份', en: 'Covered', tone: 'success' },
  overdue: { id: 'overdue', zh: '已过期', en: 'Overdue', tone: 'warning' },
  incomplete: { id: 'incomplete', zh: '不完整', en: 'Incomplete', tone: 'danger' },
  none: { id: 'none', zh: '无备份', en: 'None', tone: 'danger' },
})

/** Kinds of backups: the files of a host, or the configuration in the format of the device's protocol. */
export const backupFormat = defineEnum({
  archive: { id: 'archive', zh: '文件归档', en: 'Archive' },
  document: { id: 'document', zh: '配置文档', en: 'Document' },
})

/** Obstacles of restoring a backup. */
export const recoverProblem = defineEnum({
  incomplete: { id: 'incomplete', zh: '备份不完整', en: 'The backup is incomplete' },
  damaged: { id: 'damaged', zh: '备份内容已损坏或无法读取', en: 'The backup is damaged or cannot be read' },
  hostile: { id: 'hostile', zh: '归档中含有不允许的路径', en: 'The archive holds paths it must not hold' },
  unable: { id: 'unable', zh: '该设备不支持恢复配置', en: 'This device cannot be restored' },
  offline: { id: 'offline', zh: '设备不在线', en: 'The device is offline' },
  unknown: {
    id: 'unknown',
    zh: '设备的现有配置未知：请先在“配置”中导入，或确认从上报的状态开始',
    en: 'The current configuration of the device is not known: import it in “Configuration”, or confirm to start from the reported state, first',
  },
  otherKind: { id: 'otherKind', zh: '备份格式不适用于该设备', en: 'A backup of this form does not fit the device' },
  otherModel: { id: 'otherModel', zh: '型号不同，请使用“更换设备”', en: 'Another model; use Replace a device' },
  otherFirmware: { id: 'otherFirmware', zh: '固件版本不同', en: 'Another firmware version' },
  noKeys: {
    id: 'noKeys',
    zh: '备份中不含私钥，恢复后隧道需重新配置',
    en: 'The backup holds no private keys; tunnels must be set up again afterwards',
  },
})

/** Obstacles of moving a configuration to other hardware, beside those of restoring. */
export const replaceProblem = defineEnum({
  sameDevice: { id: 'sameDevice', zh: '新设备与原设备是同一台', en: 'It is the same device' },
  otherTeam: { id: 'otherTeam', zh: '两台设备不属于同一团队', en: 'The devices belong to different teams' },
  otherFamily: { id: 'otherFamily', zh: '两台设备的类型不同', en: 'The devices are of different kinds' },
  cannotMove: { id: 'cannotMove', zh: '该类设备的配置不能移植', en: 'Configurations of this kind cannot be moved' },
  unmapped: {
    id: 'unmapped',
    zh: '部分端口或射频在新设备上没有对应',
    en: 'Some ports or radios have no place on the new device',
  },
})

/** Handling of the replaced device. */
export const replacedDevice = defineEnum({
  spare: { id: 'spare', zh: '保留为备件', en: 'Kept as a spare' },
  release: { id: 'release', zh: '解除绑定', en: 'Released' },
})

/** How a device that a restore cut off is recovered. */
export const recoverReturn = defineEnum({
  device: { id: 'device', zh: '设备自动恢复原配置', en: 'The device rolls back automatically' },
  gateway: {
    id: 'gateway',
    zh: '设备仍可连接时由平台恢复原配置',
    en: 'The platform sends the previous configuration while the device is reachable',
  },
  none: { id: 'none', zh: '不能自动恢复原配置', en: 'Nothing rolls back automatically' },
})

/** Origin of a stored configuration. */
export const backupSource = defineEnum({
  manual: { id: 'manual', zh: '手动', en: 'Manual' },
  timer: { id: 'timer', zh: '定时', en: 'Scheduled' },
  change: { id: 'change', zh: '变更前', en: 'Before a change' },
})
