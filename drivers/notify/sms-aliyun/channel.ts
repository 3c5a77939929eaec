import { randomUUID } from 'node:crypto'
import { defineNotifyChannel, type Delivery } from '../../kit/define-notify-channel.ts'
import { jsonOf, overHttp, textIn } from '../../kit/over-http.ts'
import { cut, noticeParamsField } from '../../kit/notify/sms-fields.ts'
import { signAliyun } from './sign.ts'

/** Characters of one variable that the provider accepts. */
const MOST_VALUE = 35

/** Responses of the provider after which the same message may succeed. */
const passing = /^(Throttling|ServiceUnavailable|isp\.SYSTEM_ERROR|isv\.SYSTEM_ERROR)/

export const channel = defineNotifyChannel({
  id: 'sms-aliyun',
  words: { zh: '阿里云短信', en: 'Alibaba Cloud SMS' },
  carries: 'sms',
  limit: { count: 1, seconds: 60 },
  fields: [
    { key: 'key_id', words: { zh: 'AccessKey ID', en: 'AccessKey ID' }, kind: 'text', required: true },
    { key: 'key_secret', words: { zh: 'AccessKey Secret', en: 'AccessKey secret' }, kind: 'secret', required: true },
    { key: 'sign_name', words: { zh: '短信签名', en: 'Signature name' }, kind: 'text', required: true },
    {
      key: 'template',
      words: { zh: '验证码模板', en: 'Template for codes' },
      hint: { zh: '模板 CODE，如 SMS_123456789', en: 'Template code, such as SMS_123456789' },
      kind: 'text',
      required: true,
    },
    {
      key: 'params',
      words: { zh: '模板变量', en: 'Template variables' },
      hint: {
        zh: '模板中的变量名，逗号分隔：code 验证码，minutes 有效分钟数',
        en: 'Names in the template, parted by commas: code, and minutes it is good for',
      },
      kind: 'text',
      default: 'code',
      pattern: /^(code|minutes)(,(code|minutes))?$/,
    },
    {
      key: 'notice_template',
      words: { zh: '告警模板', en: 'Template for alarms' },
      hint: { zh: '模板 CODE；不填则不发告警短信', en: 'Template code; without it no alarms go out by SMS' },
      kind: 'text',
    },
    noticeParamsField,
    {
      key: 'endpoint',
      place: true,
      words: { zh: '接口地址', en: 'Endpoint' },
      kind: 'text',
      default: 'https://dysmsapi.aliyuncs.com',
      pattern: /^https?:\/\/[\w.-]+(:\d+)?$/,
    },
  ],
  async send(settings, { target, template }, signal) {
    const isCode = template.kind === 'code'
    const code = settings[isCode ? 'template' : 'notice_template']
    if (!code) return { ok: false, answer: 'no template for this message' }
    const names = (settings[isCode ? 'params' : 'notice_params'] ?? '').split(',')
    const values = Object.fromEntries(names.map((name) => [name, cut(template.values[name] ?? '', MOST_VALUE)]))
    const request = signAliyun({
      endpoint: settings['endpoint'] ?? '',
      action: 'SendSms',
      version: '2017-05-25',
      query: {
        // numbers of mainland China without country code, others without the plus
        PhoneNumbers: target.replace(/^\+86(?=1\d{10}$)|^\+/, ''),
        SignName: settings['sign_name'] ?? '',
        TemplateCode: code,
        TemplateParam: JSON.stringify(values),
      },
      keyId: settings['key_id'] ?? '',
      keySecret: settings['key_secret'] ?? '',
      at: Date.now(),
      nonce: randomUUID(),
    })
    return overHttp(request, signal, deliveryOf)
  },
})

function deliveryOf(status: number, text: string): Delivery {
  const reply = jsonOf(text)
  const code = textIn(reply, 'Code')
  if (status === 200 && code === 'OK') return { ok: true, answer: `OK ${textIn(reply, 'BizId')}`.trim() }
  const answer = code ? `${code}: ${textIn(reply, 'Message')}` : `HTTP ${status} ${text}`
  return { ok: false, answer, ...(passing.test(code) && { again: true }) }
}
