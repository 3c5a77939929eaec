import type { Words } from '../../kit/words/words.ts'

/** Titles of menu entries without a screen: the areas of the top menu, in order, and the groups below them. */
export const areas: readonly { path: string; title: Words }[] = [
  { path: '/home', title: { zh: '首页', en: 'Home' } },
  { path: '/scene', title: { zh: '场景', en: 'Scenes' } },
  { path: '/config', title: { zh: '配置', en: 'Configuration' } },
  { path: '/global', title: { zh: '全局', en: 'Global' } },
  { path: '/sdWan', title: { zh: '异地组网', en: 'SD-WAN' } },
  { path: '/data', title: { zh: '数据', en: 'Data' } },
  { path: '/itms', title: { zh: '光猫', en: 'Modems' } },
  { path: '/maintenance', title: { zh: '维护', en: 'Maintenance' } },
  { path: '/app', title: { zh: '应用', en: 'Apps' } },
  { path: '/account', title: { zh: '账户', en: 'Account' } },
  { path: '/support', title: { zh: '支持', en: 'Support' } },
  { path: '/order', title: { zh: '费用', en: 'Cost' } },
]

/** Areas of the avatar, support and order menus, which are not in the top menu. */
export const asideAreas: readonly string[] = ['/account', '/support', '/order']

export const groups: Readonly<Record<string, Words>> = {
  '/scene/topology': { zh: '网络拓扑', en: 'Topology' },
  '/scene/manage': { zh: '场景管理', en: 'Manage' },
  '/scene/share': { zh: '场景分享', en: 'Sharing' },
  '/config/device': { zh: '设备管理', en: 'Devices' },
  '/config/user': { zh: '终端管理', en: 'Terminals' },
  '/config/user/online': { zh: '在线终端', en: 'Online' },
  '/config/user/setup': { zh: '终端设置', en: 'Settings' },
  '/sdWan/order': { zh: '订单', en: 'Orders' },
  '/maintenance/diagnosis': { zh: '网络诊断', en: 'Diagnosis' },
  '/maintenance/alert': { zh: '告警', en: 'Alarms' },
  '/maintenance/alert/user': { zh: '告警通知', en: 'Recipients' },
  '/maintenance/log': { zh: '日志', en: 'Logs' },
}
