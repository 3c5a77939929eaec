import { defineNotifyChannel, type Delivery, type Notice } from '../../kit/define-notify-channel.ts'
import { jsonOf, overHttp, textIn } from '../../kit/over-http.ts'
import { cutBytes, proxyField, webhookField } from '../../kit/notify/robot-fields.ts'

const colors = { danger: 'Attention', warning: 'Warning', primary: 'Accent', success: 'Good' } as const

/** Bytes of text: a card may have 28 KB, and each line adds markup. */
const MOST_TEXT = 10_000
const MOST_LINES = 120

/** Teams workflows at both of their hosts, and channel connectors where a tenant still has them. */
const address =
  /^https?:\/\/[^\s/?#]+\/((powerautomate\/automations\/direct\/)?workflows\/[\w-]{8,64}\/triggers\/[\w-]{1,64}\/paths\/invoke\?[\w.=&%~-]{8,360}|webhookb2\/[\w@/-]{16,300})$/

export const channel = defineNotifyChannel({
  id: 'teams',
  words: { zh: 'Microsoft Teams', en: 'Microsoft Teams' },
  carries: 'robot',
  limit: { count: 60, seconds: 60 },
  most: 4000,
  fields: [
    webhookField(
      {
        zh: '频道“工作流”中“收到 Webhook 请求时”给出的地址',
        en: 'What the workflow “When a Teams webhook request is received” gives',
      },
      address,
    ),
    proxyField,
  ],
  send(settings, notice, signal, outlet) {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify(messageOf(notice))
    return overHttp({ url: settings['webhook'] ?? '', headers, body }, signal, deliveryOf, outlet)
  },
})

/** Text runs, unlike text blocks, are not read as Markdown: a device could be called `[click](https://…)`. */
function messageOf({ subject, text, tone = 'primary', link, lang, actions = [] }: Notice) {
  const whole = cutBytes(text, MOST_TEXT).split('\n').filter(Boolean)
  const lines = whole.length > MOST_LINES ? [...whole.slice(0, MOST_LINES), '…'] : whole
  const run = (said: string, look: object = {}) => ({
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text: said, ...look }],
    spacing: 'Small',
  })
  const head = run(cutBytes(subject, 300), { size: 'Medium', weight: 'Bolder', color: colors[tone] })
  const show = link ? [{ words: { zh: '查看详情', en: 'Show' }[lang], url: link }] : []
  const buttons = [...actions, ...show].map(({ words, url }) => ({ type: 'Action.OpenUrl', title: words, url }))
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    fallbackText: cutBytes(`${subject}\n${text}`, 1000),
    msteams: { width: 'Full' },
    body: [head, ...lines.map((line) => run(line))],
    ...(buttons.length && { actions: buttons }),
  }
  return { type: 'message', attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content }] }
}

/** A workflow responds 202 without a body; a connector 200 and `1`, or 200 and an error text. */
function deliveryOf(status: number, text: string): Delivery {
  if (status === 202 || (status === 200 && /^(1|)$/.test(text.trim()))) return { ok: true, answer: `HTTP ${status}` }
  if (status === 200) return { ok: false, answer: text, ...(/HTTP error (429|5\d\d)/.test(text) && { again: true }) }
  const reply = jsonOf(text)?.['error']
  const said =
    typeof reply === 'object' && reply !== null ? `${textIn(reply, 'code')}: ${textIn(reply, 'message')}` : text
  return { ok: false, answer: `HTTP ${status} ${said}`.trim() }
}
