import {
  type ChannelSettings,
  defineNotifyChannel,
  type Delivery,
  type Notice,
} from '../../kit/define-notify-channel.ts'
import { jsonOf, numberIn, overHttp, textIn } from '../../kit/over-http.ts'
import { cutBytes, everyoneField, proxyField, signField, webhookField } from '../../kit/notify/robot-fields.ts'
import { signFeishu } from './sign.ts'

/** More messages than the robot may send per second or minute. */
const later = new Map([
  [11232, 10],
  [9499, 5],
])
const isBusy = /too many|frequency|limit/i

const colors = { danger: 'red', warning: 'orange', primary: 'blue', success: 'green' } as const

export const channel = defineNotifyChannel({
  id: 'feishu',
  words: { zh: '飞书', en: 'Feishu' },
  carries: 'robot',
  limit: { count: 100, seconds: 60 },
  most: 5000,
  fields: [
    webhookField(
      { zh: 'https://open.feishu.cn/open-apis/bot/v2/hook/…', en: 'https://open.feishu.cn/open-apis/bot/v2/hook/…' },
      /^https?:\/\/[^\s/?#]+\/open-apis\/bot\/v2\/hook\/[\w-]{8,64}$/,
    ),
    signField({ zh: '安全设置启用“签名校验”时填写', en: 'If the robot requires a signature' }, /^[\w-]{8,128}$/),
    everyoneField,
    proxyField,
  ],
  send(settings, notice, signal, outlet) {
    const signature = signFeishu(settings['secret'] ?? '', Math.floor(Date.now() / 1000))
    const body = JSON.stringify({ ...signature, ...cardOf(settings, notice) })
    const headers = { 'content-type': 'application/json' }
    return overHttp({ url: settings['webhook'] ?? '', headers, body }, signal, deliveryOf, outlet)
  },
})

function cardOf({ everyone }: ChannelSettings, { subject, text, tone = 'primary', link, lang, actions = [] }: Notice) {
  const all = everyone === 'always' || (everyone === 'critical' && tone === 'danger')
  const content = `${cutBytes(plain(text), 16_000)}${all ? '\n<at id=all></at>' : ''}`
  const show = link ? [{ words: { zh: '查看详情', en: 'Show' }[lang], url: link }] : []
  const buttons = [...actions, ...show].map(({ words, url }) => ({
    tag: 'button',
    type: 'default',
    url,
    text: { tag: 'plain_text', content: words },
  }))
  const elements = [
    { tag: 'div', text: { tag: 'lark_md', content } },
    ...(buttons.length ? [{ tag: 'action', actions: buttons }] : []),
  ]
  const header = { template: colors[tone], title: { tag: 'plain_text', content: cutBytes(subject, 300) } }
  return { msg_type: 'interactive', card: { config: { wide_screen_mode: true }, header, elements } }
}

/** Text must not be read as markup of the card: a device could be called `<at id=all>`. */
const plain = (text: string) => text.replaceAll('<', '&#60;').replaceAll('>', '&#62;')

function deliveryOf(status: number, text: string): Delivery {
  const reply = jsonOf(text)
  const code = numberIn(reply, 'code') ?? numberIn(reply, 'StatusCode')
  if (status === 200 && code === 0)
    return { ok: true, answer: textIn(reply, 'msg') || textIn(reply, 'StatusMessage') || 'success' }
  const said = textIn(reply, 'msg')
  const after = code === 9499 && !isBusy.test(said) ? undefined : later.get(code ?? 0)
  const answer = code === undefined ? `HTTP ${status} ${text}` : `${code}: ${said}`
  return { ok: false, answer, ...(after && { again: true, after }) }
}
