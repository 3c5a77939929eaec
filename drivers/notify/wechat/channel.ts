import {
  type ChannelSettings,
  defineNotifyChannel,
  type Delivery,
  type Notice,
} from '../../kit/define-notify-channel.ts'
import { jsonOf, numberIn, overHttp, textIn } from '../../kit/over-http.ts'
import { cut } from '../../kit/notify/sms-fields.ts'

/** Busy, or above the rate limit of the account. */
const later = new Map([
  [-1, 5],
  [45009, 600],
  [45011, 60],
])
/** The access token of the account expired, or another client requested a new one. */
const keyOver = new Set([40001, 40014, 42001])
/** Characters of a value that the provider accepts. */
const MOST_VALUE = 20

const fieldNames = 'level|title|device|scene|time|count|state'

export const channel = defineNotifyChannel({
  id: 'wechat',
  words: { zh: '微信公众号', en: 'WeChat official account' },
  carries: 'wechat',
  limit: { count: 10, seconds: 60 },
  fields: [
    { key: 'app_id', words: { zh: 'AppID', en: 'AppID' }, kind: 'text', required: true, pattern: /^\w{8,64}$/ },
    {
      key: 'app_secret',
      words: { zh: 'AppSecret', en: 'AppSecret' },
      kind: 'secret',
      required: true,
      pattern: /^\w{16,128}$/,
    },
    {
      key: 'template',
      words: { zh: '模板 ID', en: 'Template ID' },
      hint: { zh: '公众号后台“模板消息”中的模板', en: 'Of a template message of the account' },
      kind: 'text',
      required: true,
      pattern: /^[\w-]{8,128}$/,
    },
    {
      key: 'values',
      words: { zh: '模板字段', en: 'Fields of the template' },
      hint: {
        zh: '如 thing1=title,thing2=device,time3=time；可用 level title device scene time count state',
        en: 'Such as thing1=title,thing2=device,time3=time; of level title device scene time count state',
      },
      kind: 'text',
      required: true,
      pattern: new RegExp(`^\\w{1,32}=(${fieldNames})(,\\w{1,32}=(${fieldNames})){0,9}$`),
    },
    {
      key: 'endpoint',
      place: true,
      words: { zh: '接口地址', en: 'Endpoint' },
      kind: 'text',
      default: 'https://api.weixin.qq.com',
      pattern: /^https?:\/\/[\w.-]+(:\d+)?$/,
    },
  ],
  async send(settings, notice, signal) {
    const first = await sendWith(settings, notice, signal, false)
    return first === 'key over' ? asDelivery(await sendWith(settings, notice, signal, true)) : first
  },
  binding: {
    url({ app_id = '' }, back, state) {
      const query = new URLSearchParams({
        appid: app_id,
        redirect_uri: back,
        response_type: 'code',
        scope: 'snsapi_base',
        state,
      })
      return `https://open.weixin.qq.com/connect/oauth2/authorize?${query.toString()}#wechat_redirect`
    },
    async whose({ endpoint = '', app_id = '', app_secret = '' }, code, signal) {
      const query = new URLSearchParams({ appid: app_id, secret: app_secret, code, grant_type: 'authorization_code' })
      let address = ''
      const { answer } = await overHttp(
        { url: `${endpoint}/sns/oauth2/access_token?${query.toString()}`, headers: {} },
        signal,
        (_, text) => {
          const reply = jsonOf(text)
          address = textIn(reply, 'openid')
          return { ok: address !== '', answer: address ? '' : saidOf(reply, text) }
        },
      )
      return address ? { address } : { why: answer }
    },
  },
})

const asDelivery = (delivery: Delivery | 'key over'): Delivery =>
  delivery === 'key over' ? { ok: false, again: true, answer: 'the key of the account is over' } : delivery

async function sendWith(
  settings: ChannelSettings,
  notice: Notice,
  signal: AbortSignal,
  fresh: boolean,
): Promise<Delivery | 'key over'> {
  const key = await keyOf(settings, signal, fresh)
  if (typeof key !== 'string') return key
  const url = `${settings['endpoint'] ?? ''}/cgi-bin/message/template/send?access_token=${encodeURIComponent(key)}`
  let over = false
  const delivery = await overHttp(
    { url, headers: json, body: JSON.stringify(messageOf(settings, notice)) },
    signal,
    (_, text) => {
      const reply = jsonOf(text)
      const code = numberIn(reply, 'errcode')
      if (code === 0) return { ok: true, answer: `ok ${numberIn(reply, 'msgid') ?? ''}`.trim() }
      over = keyOver.has(code ?? 0)
      const after = later.get(code ?? 0)
      return { ok: false, answer: saidOf(reply, text), ...(after && { again: true, after }) }
    },
  )
  return over ? 'key over' : delivery
}

const json = { 'content-type': 'application/json' }

const saidOf = (reported: object | undefined, text: string) =>
  numberIn(reported, 'errcode') === undefined ? text : `${numberIn(reported, 'errcode')}: ${textIn(reported, 'errmsg')}`

/** A retried message has the same `client_msg_id`, which the provider delivers once. */
function messageOf({ template, values = '' }: ChannelSettings, { target, template: said, subject, link, id }: Notice) {
  const data = values.split(',').map((pair) => {
    const [name = '', value = ''] = pair.split('=')
    return [name, { value: cut(said.values[value] ?? subject, MOST_VALUE) }] as const
  })
  return {
    touser: target,
    template_id: template,
    data: Object.fromEntries(data),
    ...(link && { url: link }),
    ...(id && { client_msg_id: id }),
  }
}

/** Valid access tokens by account; a request from another process gets the same one. */
const keys = new Map<string, { key: string; until: number }>()

async function keyOf(
  { endpoint = '', app_id = '', app_secret = '' }: ChannelSettings,
  signal: AbortSignal,
  fresh: boolean,
): Promise<string | Delivery> {
  const name = `${endpoint} ${app_id} ${app_secret}`
  const known = keys.get(name)
  if (known && known.until > Date.now() && !fresh) return known.key
  const body = JSON.stringify({
    grant_type: 'client_credential',
    appid: app_id,
    secret: app_secret,
    force_refresh: fresh,
  })
  let key = ''
  const delivery = await overHttp(
    { url: `${endpoint}/cgi-bin/stable_token`, headers: json, body },
    signal,
    (_, text) => {
      const reply = jsonOf(text)
      key = textIn(reply, 'access_token')
      const after = later.get(numberIn(reply, 'errcode') ?? 0)
      if (key) keys.set(name, { key, until: Date.now() + ((numberIn(reply, 'expires_in') ?? 7200) - 300) * 1000 })
      return { ok: key !== '', answer: key ? '' : saidOf(reply, text), ...(after && { again: true, after }) }
    },
  )
  return key || delivery
}
