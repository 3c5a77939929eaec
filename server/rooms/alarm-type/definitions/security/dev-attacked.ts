import { defineAlarmType } from '../../define-alarm-type.ts'

/** Attack messages of firewalls. */
const attack =
  /\b(syn[ _-]?flood|udp flood|icmp flood|dns amplification|ddos|port[ -]?scan|arp[ -]?spoof(?:ing)?|land attack|ping of death|smurf|teardrop|possible syn flooding)\b/i
/** A wrong password: many within a minute are an attack. */
const refused =
  /(failed password for|bad (?:pam )?password attempt for|authentication failure|invalid user|login attempt (?:.{0,40}failed|for nonexistent user)|max(?:imum)? auth\w* (?:tries|attempts))/i
const source = /(?:from|src|source)[ =:]+([\d.]{7,15}|[\da-f:]{3,45})/i

export const devAttacked = defineAlarmType({
  id: 'dev_attacked',
  level: 1,
  threshold: {
    words: { zh: '每分钟登录失败次数', en: 'Failed logins a minute' },
    unit: { zh: '次', en: 'times' },
    usual: 10,
    strict: 5,
    least: 2,
    most: 1000,
  },
  when: {
    zh: '设备日志报告攻击，或一分钟内登录失败达到阈值时触发；十分钟内不再发生则结束。',
    en: 'Raised when a device logs an attack, or when its failed logins per minute reach the threshold; ends after ten minutes without another.',
  },
  hears: ['device.log', 'device.alarm'],
  heard({ text }) {
    if (!text) return undefined
    const from = source.exec(text)?.[1]
    const [kind] = attack.exec(text) ?? []
    if (kind) return { key: kind.toLowerCase(), what: 'rises', params: { kind, ...(from && { from }) } }
    if (!refused.test(text)) return undefined
    return { key: 'login', what: 'counts', params: { kind: 'login', ...(from && { from }) } }
  },
  text: ({ kind, from, value }) => {
    const by = from ? { zh: `，来自 ${String(from)}`, en: ` from ${String(from)}` } : { zh: '', en: '' }
    if (kind !== 'login')
      return { zh: `检测到攻击 ${String(kind ?? '')}${by.zh}`, en: `Attack ${String(kind ?? '')}${by.en}` }
    const n = Number(value ?? 0)
    return {
      zh: `一分钟内登录失败 ${n} 次${by.zh}`,
      en: `${n} failed ${n === 1 ? 'login' : 'logins'} within a minute${by.en}`,
    }
  },
})
