import type { Words } from '@belvedere/contract/kit/text.ts'
import type { ChannelField } from '../define-notify-channel.ts'

/** The webhook address of a chat robot: its holder can write into the chat, so it is a secret. */
export function webhookField(hint: Words, pattern: RegExp): ChannelField {
  return {
    key: 'webhook',
    words: { zh: 'Webhook 地址', en: 'Webhook address' },
    hint,
    kind: 'secret',
    required: true,
    place: true,
    pattern,
  }
}

/** The key that requests are signed with. */
export function signField(hint: Words, pattern: RegExp): ChannelField {
  return { key: 'secret', words: { zh: '加签密钥', en: 'Signing secret' }, hint, kind: 'secret', pattern }
}

/** Phone numbers of the users who are mentioned in the chat. */
export const mobilesField: ChannelField = {
  key: 'mobiles',
  words: { zh: '@ 成员手机号', en: 'Mention by phone' },
  hint: { zh: '逗号分隔', en: 'Numbers parted by commas' },
  kind: 'text',
  pattern: /^\d{5,15}(, *\d{5,15}){0,19}$/,
}

export const everyoneField: ChannelField = {
  key: 'everyone',
  words: { zh: '@ 所有人', en: 'Mention all' },
  kind: 'choice',
  default: 'never',
  options: [
    { id: 'never', zh: '从不', en: 'Never' },
    { id: 'critical', zh: '仅严重告警', en: 'For critical alarms' },
    { id: 'always', zh: '始终', en: 'Always' },
  ],
}

export const proxyField: ChannelField = {
  key: 'proxy',
  place: true,
  words: { zh: 'HTTP 代理', en: 'HTTP proxy' },
  hint: {
    zh: '如 http://代理:3128；留空使用服务器的设置',
    en: 'Such as http://proxy:3128; empty: as the server is set up',
  },
  kind: 'text',
  pattern: /^http:\/\/([^\s/@]+@)?[^\s/@]+$/,
}

/** The texts of a list field. */
export const listOf = (text = '') => text.split(/[,\s]+/).filter(Boolean)

/** The beginning of a text that fits into this number of UTF-8 bytes, cut between characters and marked by an ellipsis. */
export function cutBytes(text: string, most: number): string {
  if (Buffer.byteLength(text) <= most) return text
  let [low, high] = [0, text.length]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (Buffer.byteLength(text.slice(0, middle)) <= most - 3) low = middle
    else high = middle - 1
  }
  // not inside a surrogate pair
  const end = /[\uD800-\uDBFF]$/.test(text.slice(0, low)) ? low - 1 : low
  return `${text.slice(0, end)}…`
}
