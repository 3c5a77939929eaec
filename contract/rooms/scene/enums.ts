import { defineEnum } from '../../kit/define-enum.ts'

/** Rights of the caller in a scene. */
export const sceneMode = defineEnum({
  own: { id: 0, zh: '自有', en: 'Own' },
  shared: { id: 1, zh: '共享（可管理）', en: 'Shared, can manage', tone: 'primary' },
  delegated: { id: 2, zh: '代运维', en: 'Delegated', tone: 'warning' },
  readOnly: { id: 3, zh: '共享（只读）', en: 'Shared, read-only', tone: 'neutral' },
})

/** Colours of a group, of scenes or of devices. */
export const groupColor = defineEnum({
  grey: { id: 0, zh: '灰', en: 'Grey' },
  blue: { id: 1, zh: '蓝', en: 'Blue' },
  green: { id: 2, zh: '绿', en: 'Green' },
  orange: { id: 3, zh: '橙', en: 'Orange' },
  red: { id: 4, zh: '红', en: 'Red' },
  purple: { id: 5, zh: '紫', en: 'Purple' },
  cyan: { id: 6, zh: '青', en: 'Cyan' },
  pink: { id: 7, zh: '粉', en: 'Pink' },
})

/** Rights of a share; 3 is an extension for delegated scenes. */
export const sharePermission = defineEnum({
  manage: { id: 1, zh: '可管理', en: 'Can manage', tone: 'primary' },
  view: { id: 2, zh: '仅查看', en: 'View only', tone: 'neutral' },
  operate: { id: 3, zh: '代运维', en: 'Operate', tone: 'warning' },
})

/** Below 0: ended before it was accepted; above 1: ended after or instead. */
export const shareStatus = defineEnum({
  revoked: { id: -2, zh: '已撤销', en: 'Revoked', tone: 'disabled' },
  expired: { id: -1, zh: '已过期', en: 'Expired', tone: 'disabled' },
  pending: { id: 0, zh: '待接收', en: 'Pending', tone: 'warning' },
  accepted: { id: 1, zh: '已接收', en: 'Received', tone: 'success' },
  stopped: { id: 2, zh: '已停止', en: 'Stopped', tone: 'disabled' },
  left: { id: 3, zh: '已退出', en: 'Left', tone: 'neutral' },
  refused: { id: 4, zh: '已拒绝', en: 'Refused', tone: 'danger' },
})

export const shareMethod = defineEnum({
  account: { id: 0, zh: '账号', en: 'Account' },
  link: { id: 1, zh: '链接', en: 'Link' },
  qrcode: { id: 2, zh: '二维码', en: 'QR code' },
})
