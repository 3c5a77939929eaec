import {
  type ChannelSettings,
  defineNotifyChannel,
  type Delivery,
  type Notice,
} from '../../kit/define-notify-channel.ts'
import { jsonOf, numberIn, overHttp, textIn } from '../../kit/over-http.ts'
import {
  cutBytes,
  everyoneField,
  listOf,
  mobilesField,
  proxyField,
  signField,
  webhookField,
} from '../../kit/notify/robot-fields.ts'
import { signDingtalk } from './sign.ts'

/** Busy, or more than 20 messages a minute: the robot is blocked for a while. */
const later = new Map([
  [-1, 5],
  [130101, 60],
  [410100, 60],
])

export const channel = defineNotifyChannel({
  id: 'dingtalk',
  words: { zh: '钉钉', en: 'DingTalk' },
  carries: 'robot',
  limit: { count: 20, seconds: 60 },
  most: 5000,
  fields: [
    webhookField(
      {
        zh: 'https://oapi.dingtalk.com/robot/send?access_token=…',
        en: 'https://oapi.dingtalk.com/robot/send?access_token=…',
      },
      /^https?:\/\/[^\s/?#]+\/robot\/send\?access_token=[\w-]{8,128}$/,
    ),
    signField(
      { zh: '安全设置选“加签”时填写，以 SEC 开头', en: 'If the robot requires a signature; starts with SEC' },
      /^SEC\w{16,128}$/,
    ),
    {
      key: 'keyword',
      words: { zh: '关键词', en: 'Keyword' },
      hint: { zh: '安全设置选“自定义关键词”时填写', en: 'Where the robot takes messages with a keyword only' },
      kind: 'text',
      pattern: /^[^\r\n]{1,32}$/,
    },
    mobilesField,
    everyoneField,
    proxyField,
  ],
  send(settings, notice, signal, outlet) {
    const url = signDingtalk(settings['webhook'] ?? '', settings['secret'] ?? '', Date.now())
    const headers = { 'content-type': 'application/json; charset=utf-8' }
    return overHttp({ url, headers, body: JSON.stringify(messageOf(settings, notice)) }, signal, deliveryOf, outlet)
  },
})

function messageOf(
  { keyword = '', mobiles, everyone }: ChannelSettings,
  { subject, text, tone, link, lang, actions = [] }: Notice,
) {
  const at = listOf(mobiles)
  const isAtAll = everyone === 'always' || (everyone === 'critical' && tone === 'danger')
  const show = link ? [{ words: { zh: '查看详情', en: 'Show' }[lang], url: link }] : []
  const more = [...actions, ...show].map(({ words, url }) => `[${words}](${url})`).join('　')
  // mentioned users must also appear in the text
  const called = at.map((one) => `@${one}`).join(' ')
  const body = cutBytes(text.replaceAll('\n', '  \n'), 18_000)
  const lines = [`#### ${subject}`, body, [more, called].filter(Boolean).join(' '), lacks(keyword, subject + text)]
  const markdown = { title: cutBytes(subject, 200), text: lines.filter(Boolean).join('\n\n') }
  return { msgtype: 'markdown', markdown, at: { atMobiles: at, isAtAll } }
}

const lacks = (keyword: string, text: string) => (text.includes(keyword) ? '' : keyword)

function deliveryOf(status: number, text: string): Delivery {
  const reply = jsonOf(text)
  const code = numberIn(reply, 'errcode')
  if (status === 200 && code === 0) return { ok: true, answer: textIn(reply, 'errmsg') || 'ok' }
  const after = later.get(code ?? 0)
  const answer = code === undefined ? `HTTP ${status} ${text}` : `${code}: ${textIn(reply, 'errmsg')}`
  return { ok: false, answer, ...(after && { again: true, after }) }
}
