import { defineAlarmType } from '../../define-alarm-type.ts'

/**
 * How pppd and its plugins report a failed call; the line is named before, after, or not at all. Where the text says
 * that the peer failed, the host is the provider.
 */
const said =
  /(PAP authentication failed|CHAP authentication failed|(?<!peer )authentication failed|unable to complete PPPoE Discovery|timeout waiting for PAD[OS] packets|LCP: timeout sending config-requests|no response to \d+ echo-requests)(?:.*? on (\S{1,32}))?/i

const because: readonly (readonly [RegExp, string, string])[] = [
  [/authentication/i, '账号或密码被运营商拒绝', 'The provider refuses account or password'],
  [/PAD|Discovery/i, '运营商侧无应答', 'Nobody answers at the provider'],
  [/echo/i, '对端不再应答', 'The other end no longer answers'],
  [/./, '链路协商失败', 'The two ends could not agree'],
]

export const devPppoeError = defineAlarmType({
  id: 'dev_pppoe_error',
  level: 1,
  duration: { usual: 0, strict: 0, most: 3600 },
  when: {
    zh: '设备日志报告拨号失败时触发；线路获得地址后结束。',
    en: 'Raised when the device log reports a failed dial-up; ends when the line has an address.',
  },
  // a line that is up is normal; for one that is down only the log states the reason. The line without a name is normal
  // when all are.
  gauge: ({ facts: { wans } }) =>
    wans && [
      { key: '', value: wans.every(({ up, type }) => up || type === 'disabled') ? 0 : Number.NaN },
      ...wans.map(({ name, up }) => ({ key: name, value: up ? 0 : Number.NaN })),
    ],
  hears: ['device.log'],
  heard({ text }) {
    if (!text || !/ppp/i.test(text)) return undefined
    const [, words, line = ''] = said.exec(text) ?? []
    return words ? { key: line, what: 'rises', params: { words } } : undefined
  },
  text: ({ words }, key) => {
    const [, zh, en] = because.find(([pattern]) => pattern.test(String(words ?? ''))) ?? because.at(-1) ?? ['', '', '']
    return { zh: `${key ? `线路 ${key} ` : ''}拨号失败：${zh}`, en: `${key ? `${key}: ` : ''}${en}` }
  },
})
