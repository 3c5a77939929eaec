import { defineEnum } from '../../kit/define-enum.ts'

/** Where an intent is stated; the more particular wins, field by field. */
export const intentLevel = defineEnum({
  scene: { id: 0, zh: '场景', en: 'Scene' },
  group: { id: 1, zh: '设备分组', en: 'Device group' },
  device: { id: 2, zh: '设备', en: 'Device' },
})

/** What is done for a device that comes back with another configuration than it was sent. */
export const returnPolicy = defineEnum({
  ask: { id: 'ask', zh: '标记偏差，由人确认后下发', en: 'Mark it as drifted; send again after confirmation' },
  resend: { id: 'resend', zh: '自动重新下发', en: 'Send it again automatically' },
})

/** WAN types. */
export const wanType = defineEnum({
  disabled: { id: 'disabled', zh: '停用', en: 'Disabled' },
  pppoe: { id: 'pppoe', zh: '宽带拨号（PPPoE）', en: 'PPPoE' },
  dhcp: { id: 'dhcp', zh: '自动获取（DHCP）', en: 'DHCP' },
  static: { id: 'static', zh: '固定地址', en: 'Static address' },
})

export const radioBand = defineEnum({
  band2: { id: '2g', zh: '2.4G', en: '2.4 GHz' },
  band5: { id: '5g', zh: '5G', en: '5 GHz' },
  band6: { id: '6g', zh: '6G', en: '6 GHz' },
})

/** Keys of the kind service. */
export const intentService = defineEnum({
  ssh: { id: 'ssh', zh: 'SSH', en: 'SSH' },
  ntp: { id: 'ntp', zh: '时间同步（NTP）', en: 'Time (NTP)' },
  log: { id: 'log', zh: '日志服务器', en: 'Log server' },
  lldp: { id: 'lldp', zh: '邻居发现（LLDP）', en: 'Neighbours (LLDP)' },
  report: { id: 'report', zh: '状态上报', en: 'Reports' },
})

/** Wi-Fi modes. */
export const wifiMode = defineEnum({
  bg: { id: 0, zh: '11b/g', en: '11b/g' },
  b: { id: 1, zh: '11b', en: '11b' },
  a: { id: 2, zh: '11a', en: '11a' },
  g: { id: 4, zh: '11g', en: '11g' },
  n: { id: 6, zh: '11n', en: '11n' },
  gn: { id: 7, zh: '11g/n', en: '11g/n' },
  na: { id: 8, zh: '11n/a', en: '11n/a' },
  bgn: { id: 9, zh: '11b/g/n', en: '11b/g/n' },
  acana: { id: 14, zh: '11ac/an/a', en: '11ac/an/a' },
  acan: { id: 15, zh: '11ac/11an', en: '11ac/11an' },
  bgnax: { id: 16, zh: '11b/g/n/ax', en: '11b/g/n/ax' },
  axacan: { id: 17, zh: '11ax/ac/an', en: '11ax/ac/an' },
})

export const wifiRegion = defineEnum({
  cn: { id: 'CN', zh: '中国', en: 'China' },
  us: { id: 'US', zh: '美国', en: 'United States' },
})

/** Bandwidths: 20 or 20/40 at 2.4 GHz, 20/40 or 80 at 5 GHz; 160 and 320 are ours for devices that can. */
export const wifiBandwidth = defineEnum({
  w20: { id: '20', zh: '20MHz', en: '20 MHz' },
  w40: { id: '20/40', zh: '20/40MHz', en: '20/40 MHz' },
  w80: { id: '80', zh: '80MHz', en: '80 MHz' },
  w160: { id: '160', zh: '160MHz', en: '160 MHz' },
  w320: { id: '320', zh: '320MHz', en: '320 MHz' },
})

/** Wi-Fi security modes. */
export const wifiSecurity = defineEnum({
  open: { id: 'Disable', zh: '不加密', en: 'Open' },
  wpaPsk: { id: 'WPAPSK', zh: 'WPA-PSK', en: 'WPA-PSK' },
  wpa2Psk: { id: 'WPA2PSK', zh: 'WPA2-PSK', en: 'WPA2-PSK' },
  wpaWpa2Psk: { id: 'WPAPSKWPA2PSK', zh: 'WPA/WPA2-PSK', en: 'WPA/WPA2-PSK' },
  wpa2Wpa3Psk: { id: 'WPA2PSKWPA3PSK', zh: 'WPA2/WPA3-PSK', en: 'WPA2/WPA3-PSK' },
  wpa: { id: 'WPA', zh: 'WPA 企业', en: 'WPA Enterprise' },
  wpa2: { id: 'WPA2', zh: 'WPA2 企业', en: 'WPA2 Enterprise' },
  wpaWpa2: { id: 'WPA1WPA2', zh: 'WPA/WPA2 企业', en: 'WPA/WPA2 Enterprise' },
})

export const wifiCipher = defineEnum({
  aes: { id: 'AES', zh: 'AES', en: 'AES' },
  tkipAes: { id: 'TKIPAES', zh: 'TKIP/AES', en: 'TKIP/AES' },
})

export const wifiEncoding = defineEnum({
  gb2312: { id: 'GB2312', zh: 'GB2312', en: 'GB2312' },
  utf8: { id: 'UTF-8', zh: 'UTF-8', en: 'UTF-8' },
})

/** Where a revision came from. */
export const revisionSource = defineEnum({
  change: { id: 'change', zh: '变更', en: 'Change set' },
  back: { id: 'back', zh: '回退', en: 'Taken back' },
  revert: { id: 'revert', zh: '纠正偏差', en: 'Drift reverted' },
  restore: { id: 'restore', zh: '恢复版本', en: 'Revision restored' },
  adopt: { id: 'adopt', zh: '采纳偏差', en: 'Drift adopted' },
  power: { id: 'power', zh: 'PoE 断电', en: 'PoE power off' },
})

/** How a revision fared. */
export const revisionState = defineEnum({
  made: { id: 0, zh: '待下发', en: 'To be sent', tone: 'neutral' },
  running: { id: 1, zh: '已生效', en: 'Applied', tone: 'success' },
  failed: { id: 2, zh: '未生效', en: 'Not applied', tone: 'danger' },
  returned: { id: 3, zh: '已退回', en: 'Returned from', tone: 'warning' },
})

/** Where a value comes from; later ones win. */
export const valueOrigin = defineEnum({
  default: { id: 'default', zh: '默认', en: 'Default' },
  base: { id: 'base', zh: '设备原有', en: 'The device' },
  scene: { id: 'scene', zh: '场景', en: 'Scene' },
  group: { id: 'group', zh: '设备分组', en: 'Device group' },
  device: { id: 'device', zh: '本设备', en: 'This device' },
})

/** Where the configuration comes from that a device had before it was sent one. */
export const baseOrigin = defineEnum({
  read: { id: 'read', zh: '从设备读取', en: 'Read from the device' },
  reported: { id: 'reported', zh: '按上报数据推断', en: 'Derived from reports' },
  imported: { id: 'imported', zh: '由管理员导入', en: 'Imported' },
  agreed: { id: 'agreed', zh: '从空配置开始', en: 'Started from empty' },
})

/** Characters of an imported configuration; no device of today takes as many. */
export const LARGEST_DOCUMENT = 512 << 10
