import type { Words } from '../../kit/text.ts'

/** What each type of alarm is called, by its id. */
export const alarmTitles = {
  dev_attacked: { zh: '设备遭受攻击', en: 'Device attacked' },
  dev_dhcp: { zh: 'DHCP 不可用', en: 'DHCP not reachable' },
  dev_dns: { zh: 'DNS 不可用', en: 'DNS not reachable' },
  dev_duplicate: { zh: '序列号重复', en: 'Duplicate serial number' },
  dev_expired: { zh: '设备证书到期', en: 'Certificate expires' },
  dev_fan: { zh: '风扇故障', en: 'Fan failure' },
  dev_flooding: { zh: '设备上报过量', en: 'Device sends too much' },
  dev_hardware: { zh: '设备告警', en: 'Alarm of the device' },
  dev_health: { zh: '设备自检异常', en: 'Health check' },
  dev_ip_conflict: { zh: 'IP 地址冲突', en: 'Address conflict' },
  dev_login: { zh: '设备登录', en: 'Login on a device' },
  dev_memory: { zh: '内存不足', en: 'Memory full' },
  dev_net_delay: { zh: '网络时延过高', en: 'High delay' },
  dev_net_pkg_loss: { zh: '网络丢包', en: 'Packet loss' },
  dev_offline: { zh: '设备离线', en: 'Device offline' },
  dev_online: { zh: '设备上线', en: 'Device online' },
  dev_poe: { zh: 'PoE 供电故障', en: 'PoE fault' },
  dev_power: { zh: '电源故障', en: 'Power supply failure' },
  dev_pppoe_error: { zh: 'PPPoE 拨号失败', en: 'PPPoE failed' },
  dev_radius: { zh: 'RADIUS 不可用', en: 'RADIUS not reachable' },
  dev_reboot: { zh: '设备重启', en: 'Device rebooted' },
  dev_signal_jam: { zh: '无线干扰', en: 'Radio jammed' },
  dev_ssid: { zh: 'SSID 未广播', en: 'SSID not on the air' },
  dev_temperature: { zh: '温度过高', en: 'High temperature' },
  dev_upgrade: { zh: '固件升级', en: 'Firmware changed' },
  dev_wan_disconnect: { zh: '外网断开', en: 'WAN down' },
  dev_wan_full: { zh: '外网带宽占满', en: 'WAN full' },
} as const satisfies Record<string, Words>

export type AlarmTypeId = keyof typeof alarmTitles

/** Title of a type; of one that a later version left out, its bare id. */
export const titleOf = (type: string): Words =>
  Object.hasOwn(alarmTitles, type) ? alarmTitles[type as AlarmTypeId] : { zh: type, en: type }
