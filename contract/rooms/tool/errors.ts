import { defineErrors } from '../../kit/define-errors.ts'

/** The first five are said beside their field, by the console before it asks and by the server to everybody else. */
export const toolErrors = defineErrors('tool', {
  empty: { code: 10701, zh: '请输入内容', en: 'Please enter content' },
  notAnAddress: {
    code: 10702,
    zh: '不是有效的 IPv4 或 IPv6 地址',
    en: 'This is not an IPv4 or IPv6 address',
  },
  notIpv4: {
    code: 10703,
    zh: '不是有效的 IPv4 地址，例如 192.168.1.0',
    en: 'This is not an IPv4 address, such as 192.168.1.0',
  },
  notIpv6: {
    code: 10704,
    zh: '不是有效的 IPv6 地址，例如 2001:db8::1',
    en: 'This is not an IPv6 address, such as 2001:db8::1',
  },
  notAMac: {
    code: 10705,
    zh: '请输入 6 至 12 位十六进制数字，例如 00:1A:2B:3C:4D:5E',
    en: 'Enter 6 to 12 hexadecimal digits, such as 00:1A:2B:3C:4D:5E',
  },
  noNeeds: { code: 10706, zh: '至少需要一个子网', en: 'At least one subnet is needed' },
  noRoom: {
    code: 10707,
    zh: '空间不足：各子网共占 {needed} 个地址，{base} 只有 {have} 个，还差 {short} 个',
    en: 'Not enough space: the subnets need {needed} {needed:address|addresses}, {base} has {have}; {short} {short:is|are} missing',
  },
})
