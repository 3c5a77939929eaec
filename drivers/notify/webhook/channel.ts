import { randomUUID } from 'node:crypto'
import { defineNotifyChannel, type Delivery } from '../../kit/define-notify-channel.ts'
import { overHttp } from '../../kit/over-http.ts'
import { proxyField, signField, webhookField } from '../../kit/notify/robot-fields.ts'
import { signWebhook } from './sign.ts'

export const channel = defineNotifyChannel({
  id: 'webhook',
  words: { zh: '自定义 Webhook', en: 'Webhook' },
  carries: 'robot',
  once: true,
  limit: { count: 120, seconds: 60 },
  fields: [
    webhookField({ zh: '接收 JSON 的地址', en: 'An address that takes JSON' }, /^https?:\/\/[^\s#]{3,240}$/),
    signField(
      {
        zh: '请求按 Standard Webhooks 签名（HMAC-SHA256）',
        en: 'Requests are signed as Standard Webhooks has it (HMAC-SHA256)',
      },
      /^[\x21-\x7e]{8,128}$/,
    ),
    {
      key: 'authorization',
      words: { zh: 'Authorization 请求头', en: 'Authorization header' },
      hint: { zh: '如 Bearer …', en: 'Such as Bearer …' },
      kind: 'secret',
      pattern: /^[\x20-\x7e]{1,256}$/,
    },
    proxyField,
  ],
  send(settings, notice, signal, outlet) {
    const { id = randomUUID(), subject, text, tone, link, data, actions } = notice
    const body = JSON.stringify({ id, type: 'alarm', subject, text, tone, link, ...(actions && { actions }), ...data })
    const authorization = settings['authorization']
    const headers = {
      'content-type': 'application/json',
      'idempotency-key': id,
      ...signWebhook(settings['secret'] ?? '', id, Math.floor(Date.now() / 1000), body),
      ...(authorization && { authorization }),
    }
    return overHttp({ url: settings['webhook'] ?? '', headers, body }, signal, deliveryOf, outlet)
  },
})

function deliveryOf(status: number, text: string): Delivery {
  const answer = `HTTP ${status} ${text}`.trim()
  if (status >= 200 && status < 300) return { ok: true, answer }
  return { ok: false, answer, ...(status === 408 || status === 425 ? { again: true } : {}) }
}
