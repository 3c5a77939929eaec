import { defineEnum } from '../../../kit/define-enum.ts'
import { losses } from '../../account/loss/enums.ts'
import { setReasons, transferObstacles } from '../shared-reason/enums.ts'

/** Why an item of a task ended without an answer of the device. */
export const taskReason = defineEnum({
  offline: { id: 'offline', zh: '设备不在线', en: 'The device is offline' },
  unsupported: { id: 'unsupported', zh: '该设备不支持此操作', en: 'This device cannot do that' },
  timeout: { id: 'timeout', zh: '设备未在规定时间内响应', en: 'The device did not answer in time' },
  lost: { id: 'lost', zh: '服务重启，结果未知', en: 'The server restarted; the outcome is unknown' },
  failed: { id: 'failed', zh: '执行失败', en: 'It failed' },
  // ends of an upgrade
  old_version: { id: 'old_version', zh: '重启后仍是旧版本', en: 'It still has the old version after the restart' },
  not_back: { id: 'not_back', zh: '未在规定时间内重新上线', en: 'It did not reconnect in time' },
  backup_failed: { id: 'backup_failed', zh: '升级前备份失败', en: 'The backup before the upgrade failed' },
  stopped: { id: 'stopped', zh: '升级计划已停止', en: 'The campaign was stopped' },
  gone: { id: 'gone', zh: '设备已删除或移走', en: 'The device was removed or moved' },
  damaged: {
    id: 'damaged',
    zh: '收到的内容与设备发送的不一致',
    en: 'The received data differs from what the device sent',
  },
  not_sent: {
    id: 'not_sent',
    zh: '设备没有送达文件：可能超过 10 MB，或无法访问上传地址',
    en: 'The file did not arrive: it may be larger than 10 MB, or the device cannot reach the address',
  },
  waiting: { id: 'waiting', zh: '等待设备上线', en: 'Waiting for the device to come online' },
  absent: { id: 'absent', zh: '设备在等待期内未上线', en: 'The device did not come online while it was waited for' },
  denied: {
    id: 'denied',
    zh: '操作发起人已无权操作该设备',
    en: 'The account that started it no longer has the permission for this device',
  },
  // rights that the author has lost since
  ...losses,
  signed_out: {
    id: 'signed_out',
    zh: '发起者的登录会话或令牌已失效',
    en: 'The session or token it was opened with has ended',
  },
  unchecked: {
    id: 'unchecked',
    zh: '无法核实发起者的权限',
    en: 'The permission of the account that opened it could not be checked',
  },
  unsent: {
    id: 'unsent',
    zh: '无法读取该设备的配置，也没有能反映其当前状态的上报或下发记录',
    en: 'The configuration of this device cannot be read, and no report or sent configuration describes its current state',
  },
  unsaved: {
    id: 'unsaved',
    zh: '恢复前的备份失败，未做任何修改',
    en: 'It could not be backed up first; nothing was changed',
  },
  returned: { id: 'returned', zh: '设备已恢复到原配置', en: 'The device rolled back to its previous configuration' },
  // how a change set ended on a device
  refused: { id: 'refused', zh: '设备拒绝了配置', en: 'The device refused the configuration' },
  partial: { id: 'partial', zh: '设备只应用了部分配置', en: 'The device applied only a part of the configuration' },
  unconfirmed: {
    id: 'unconfirmed',
    zh: '设备在线，但未上报新配置已生效',
    en: 'The device is online but has not reported the new configuration',
  },
  unsent_offline: {
    id: 'unsent_offline',
    zh: '设备不在线：配置已保存，尚未下发',
    en: 'The device is offline: the configuration is saved and not sent yet',
  },
  ...setReasons,
  not_begun: {
    id: 'not_begun',
    zh: '变更单已回退，未下发到该设备',
    en: 'The change set was rolled back before anything was sent to the device',
  },
  silent: { id: 'silent', zh: '下发后设备失去联系', en: 'The device did not report again after the command was sent' },
  cancelled: { id: 'cancelled', zh: '执行前已取消', en: 'Cancelled before it began' },
  // why an upgrade that ran later did not begin on a device
  no_package: { id: 'no_package', zh: '未填写升级包地址', en: 'No upgrade package address' },
  no_image: { id: 'no_image', zh: '固件库中已没有该固件', en: 'The image is no longer in the library' },
  image_unready: { id: 'image_unready', zh: '固件信息不完整', en: 'The models and version of the image are not known' },
  image_unfit: { id: 'image_unfit', zh: '固件不适用于该型号', en: 'The image does not fit the model' },
  ...transferObstacles,
  quota: { id: 'quota', zh: '已达团队配额', en: 'The team has reached its quota' },
  // ends of a remote shell
  left: { id: 'left', zh: '浏览器已离开', en: 'The browser disconnected' },
  idle: { id: 'idle', zh: '长时间无操作', en: 'No input for too long' },
  expired: { id: 'expired', zh: '会话已达最长时间', en: 'The session reached its maximum duration' },
  unattached: { id: 'unattached', zh: '浏览器未连接', en: 'No browser attached' },
  unread: { id: 'unread', zh: '浏览器来不及接收输出', en: 'The browser could not receive the output fast enough' },
  closed: { id: 'closed', zh: '会话被结束', en: 'The session was ended' },
  flood: { id: 'flood', zh: '输入过多', en: 'Too much input at once' },
})
