import { defineNotifyChannel, type Delivery } from '../../kit/define-notify-channel.ts'
import { jsonOf, overHttp, textIn } from '../../kit/over-http.ts'
import { cut, noticeParamsField } from '../../kit/notify/sms-fields.ts'
import { signTencent } from './sign.ts'

/** Characters of one variable that the provider accepts. */
const MOST_VALUE = 12

/** Responses of the provider after which the same message may succeed. */
const passing = /^(InternalError|RequestLimitExceeded)/

export const channel = defineNotifyChannel({
  id: 'sms-tencent',
  words: { zh: '腾讯云短信', en: 'Tencent Cloud SMS' },
  carries: 'sms',
  limit: { count: 1, seconds: 30 },
  fields: [
    { key: 'secret_id', words: { zh: 'SecretId', en: 'SecretId' }, kind: 'text', required: true },
    { key: 'secret_key', words: { zh: 'SecretKey', en: 'SecretKey' }, kind: 'secret', required: true },
    {
      key: 'app_id',
      words: { zh: '短信应用 SdkAppId', en: 'SdkAppId of the application' },
      kind: 'text',
      required: true,
      pattern: /^\d{5,20}$/,
    },
    { key: 'sign_name', words: { zh: '短信签名', en: 'Signature name' }, kind: 'text', required: true },
    {
      key: 'template',
      words: { zh: '验证码模板', en: 'Template for codes' },
      hint: { zh: '模板 ID，如 1234567', en: 'Template ID, such as 1234567' },
      kind: 'text',
      required: true,
      pattern: /^\d{1,20}$/,
    },
    {
      key: 'params',
      words: { zh: '模板变量', en: 'Template variables' },
      hint: {
        zh: '按 {1} {2} 的顺序，逗号分隔：code 验证码，minutes 有效分钟数',
        en: 'In the order of {1} {2}, parted by commas: code, and minutes it is good for',
      },
      kind: 'text',
      default: 'code,minutes',
      pattern: /^(code|minutes)(,(code|minutes))?$/,
    },
    {
      key: 'notice_template',
      words: { zh: '告警模板', en: 'Template for alarms' },
      hint: { zh: '模板 ID；不填则不发告警短信', en: 'Template ID; without it no alarms go out by SMS' },
      kind: 'text',
      pattern: /^\d{1,20}$/,
    },
    noticeParamsField,
    {
      key: 'region',
      words: { zh: '地域', en: 'Region' },
      kind: 'text',
      default: 'ap-guangzhou',
      pattern: /^[a-z0-9-]{3,32}$/,
    },
    {
      key: 'endpoint',
      place: true,
      words: { zh: '接口地址', en: 'Endpoint' },
      kind: 'text',
      default: 'https://sms.tencentcloudapi.com',
      pattern: /^https?:\/\/[\w.-]+(:\d+)?$/,
    },
  ],
  async send(settings, { target, template }, signal) {
    const isCode = template.kind === 'code'
    const code = settings[isCode ? 'template' : 'notice_template']
    if (!code) return { ok: false, answer: 'no template for this message' }
    const names = (settings[isCode ? 'params' : 'notice_params'] ?? '').split(',')
    const body = {
      PhoneNumberSet: [target],
      SmsSdkAppId: settings['app_id'] ?? '',
      SignName: settings['sign_name'] ?? '',
      TemplateId: code,
      TemplateParamSet: names.map((name) => cut(template.values[name] ?? '', MOST_VALUE)),
    }
    const request = signTencent({
      endpoint: settings['endpoint'] ?? '',
      service: 'sms',
      action: 'SendSms',
      version: '2021-01-11',
      region: settings['region'] ?? '',
      body: JSON.stringify(body),
      secretId: settings['secret_id'] ?? '',
      secretKey: settings['secret_key'] ?? '',
      at: Math.floor(Date.now() / 1000),
    })
    return overHttp(request, signal, deliveryOf)
  },
})

/** The call as a whole may fail, or only its one number. */
function deliveryOf(status: number, text: string): Delivery {
  const { Error: whole, SendStatusSet } = (jsonOf(text)?.['Response'] ?? {}) as {
    Error?: object
    SendStatusSet?: object[]
  }
  const reply = whole ?? (Array.isArray(SendStatusSet) ? SendStatusSet[0] : undefined)
  const code = textIn(reply, 'Code')
  if (!whole && code === 'Ok') return { ok: true, answer: `Ok ${textIn(reply, 'SerialNo')}`.trim() }
  const answer = code ? `${code}: ${textIn(reply, 'Message')}` : `HTTP ${status} ${text}`
  return { ok: false, answer, ...(passing.test(code) && { again: true }) }
}
