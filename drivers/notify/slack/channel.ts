import { defineNotifyChannel, type Delivery, type Notice } from '../../kit/define-notify-channel.ts'
import { overHttp } from '../../kit/over-http.ts'
import { cutBytes, everyoneField, proxyField, webhookField } from '../../kit/notify/robot-fields.ts'

const colors = { danger: '#d1242f', warning: '#d4a72c', primary: '#0969da', success: '#1a7f37' } as const

export const channel = defineNotifyChannel({
  id: 'slack',
  words: { zh: 'Slack', en: 'Slack' },
  carries: 'robot',
  limit: { count: 50, seconds: 60 },
  most: 2800,
  fields: [
    webhookField(
      { zh: 'https://hooks.slack.com/services/…', en: 'https://hooks.slack.com/services/…' },
      /^https?:\/\/[^\s/?#]+\/(services|workflows|triggers)\/[\w/-]{8,128}$/,
    ),
    everyoneField,
    proxyField,
  ],
  send(settings, notice, signal, outlet) {
    const { everyone } = settings
    const all = everyone === 'always' || (everyone === 'critical' && notice.tone === 'danger')
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify(messageOf(notice, all))
    return overHttp({ url: settings['webhook'] ?? '', headers, body }, signal, deliveryOf, outlet)
  },
})

/** The text beside the attachment is used by phone notifications and screen readers. */
function messageOf({ subject, text, tone = 'primary', link, lang, actions = [] }: Notice, all: boolean) {
  const head = link ? `*<${link}|${escaped(subject)}>*` : `*${escaped(subject)}*`
  const said = `${head}\n${cutBytes(escaped(text), 2800)}`
  const show = link ? [{ words: { zh: '查看详情', en: 'Show' }[lang], url: link }] : []
  const buttons = [...actions, ...show].map(({ words, url }) => ({
    type: 'button',
    url,
    text: { type: 'plain_text', text: words },
  }))
  const blocks = [
    { type: 'section', text: { type: 'mrkdwn', text: cutBytes(said, 2950) } },
    ...(buttons.length ? [{ type: 'actions', elements: buttons }] : []),
  ]
  return { text: `${all ? '<!channel> ' : ''}${escaped(subject)}`, attachments: [{ color: colors[tone], blocks }] }
}

/** The three characters that Slack reads as markup. */
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function deliveryOf(status: number, text: string): Delivery {
  if (status === 200) return { ok: true, answer: text || 'ok' }
  return { ok: false, answer: `HTTP ${status} ${text}`.trim() }
}
