import { defineAlarmType } from '../../define-alarm-type.ts'

const said =
  /(?:ip address conflict|duplicate (?:ip )?address|address (?:already )?in use)[^\d]*(\d{1,3}(?:\.\d{1,3}){3})/i

export const devIpConflict = defineAlarmType({
  id: 'dev_ip_conflict',
  level: 1,
  when: {
    zh: '同一广播域（网关和 VLAN 相同）内的两个在线终端使用同一个 IP，或设备日志报告地址冲突时触发；不同路由器下的相同私网地址不算冲突。冲突消失后结束。',
    en: 'Raised when two online terminals in one broadcast domain (same gateway and VLAN) use the same IP address, or a device logs an address conflict. The same private address behind different routers is not a conflict. Ends when the conflict is resolved.',
  },
  hears: ['device.log'],
  heard({ text }) {
    const [, ip] = (text && said.exec(text)) || []
    return ip ? { key: ip, what: 'rises', params: { ip } } : undefined
  },
  text: ({ macs }, key) => ({
    zh: `地址 ${key} 被多个终端使用${macs ? `：${listOf(macs)}` : ''}`,
    en: `${key} is used by several terminals${macs ? `: ${listOf(macs)}` : ''}`,
  }),
})

const listOf = (macs: unknown) => (Array.isArray(macs) ? macs.slice(0, 4).join(', ') : '')
