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
  webhookField,
} from '../../kit/notify/robot-fields.ts'

/** Busy, or more than 20 messages a minute. */
const later = new Map([
  [-1, 5],
  [45009, 60],
])

const colors = { danger: 'warning', warning: 'warning', primary: 'comment', success: 'info' } as const

export const channel = defineNotifyChannel({
  id: 'wecom',
  words: { zh: '企业微信', en: 'WeCom' },
  carries: 'robot',
  limit: { count: 20, seconds: 60 },
  most: 1200,
  fields: [
    webhookField(
      {
        zh: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=…',
        en: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=…',
      },
      /^https?:\/\/[^\s/?#]+\/cgi-bin\/webhook\/send\?key=[\w-]{8,64}$/,
    ),
    mobilesField,
    everyoneField,
    proxyField,
  ],
  send(settings, notice, signal, outlet) {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify(messageOf(settings, notice))
    return overHttp({ url: settings['webhook'] ?? '', headers, body }, signal, deliveryOf, outlet)
  },
})

/** Plain text when users are mentioned, which markdown does not support; markdown otherwise. */
function messageOf(
  { mobiles, everyone }: ChannelSettings,
  { subject, text, tone = 'primary', link, lang, actions = [] }: Notice,
) {
  const all = everyone === 'always' || (everyone === 'critical' && tone === 'danger')
  const called = [...listOf(mobiles), ...(all ? ['@all'] : [])]
  if (called.length) {
    const links = actions.map(({ words, url }) => `${words} ${url}`)
    const tail = ['', ...links, ...(link ? [link] : [])].join('\n')
    const content = cutBytes(`${subject}\n${text}`, 2000 - Buffer.byteLength(tail)) + tail
    return { msgtype: 'text', text: { content, mentioned_mobile_list: called } }
  }
  const show = link ? [{ words: { zh: '查看详情', en: 'Show' }[lang], url: link }] : []
  const links = [...actions, ...show].map(({ words, url }) => `[${words}](${url})`)
  const more = links.length ? `\n${links.join('　')}` : ''
  const head = `**<font color="${colors[tone]}">${plain(subject)}</font>**`
  return {
    msgtype: 'markdown',
    markdown: { content: `${cutBytes(`${head}\n${plain(text)}`, 4000 - Buffer.byteLength(more))}${more}` },
  }
}

/** Text must not be read as markup: a device could be called `<@all>`. */
const plain = (text: string) => text.replaceAll('<', '＜')

function deliveryOf(status: number, text: string): Delivery {
  const reply = jsonOf(text)
  const code = numberIn(reply, 'errcode')
  if (status === 200 && code === 0) return { ok: true, answer: textIn(reply, 'errmsg') || 'ok' }
  const after = later.get(code ?? 0)
  const answer = code === undefined ? `HTTP ${status} ${text}` : `${code}: ${textIn(reply, 'errmsg')}`
  return { ok: false, answer, ...(after && { again: true, after }) }
}
