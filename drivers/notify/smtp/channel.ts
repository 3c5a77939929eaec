import { createTransport, type SendMailOptions } from 'nodemailer'
import {
  type ChannelSettings,
  defineNotifyChannel,
  type Delivery,
  type Notice,
} from '../../kit/define-notify-channel.ts'

/** Milliseconds for each step of the exchange with the server. */
const PATIENCE = 10_000

export const channel = defineNotifyChannel({
  id: 'smtp',
  words: { zh: 'SMTP 邮件', en: 'Mail by SMTP' },
  carries: 'email',
  limit: { count: 30, seconds: 60 },
  fields: [
    {
      key: 'host',
      place: true,
      words: { zh: '服务器', en: 'Server' },
      kind: 'text',
      required: true,
      pattern: /^[\w.:-]{1,253}$/,
    },
    {
      key: 'port',
      place: true,
      words: { zh: '端口', en: 'Port' },
      kind: 'text',
      default: '465',
      pattern: /^\d{1,5}$/,
    },
    {
      key: 'security',
      place: true,
      words: { zh: '加密方式', en: 'Encryption' },
      kind: 'choice',
      default: 'tls',
      options: [
        { id: 'tls', zh: 'SSL/TLS（常用端口 465）', en: 'TLS (usually port 465)' },
        { id: 'starttls', zh: 'STARTTLS（常用端口 587）', en: 'STARTTLS (usually port 587)' },
        { id: 'none', zh: '不加密（仅限内网）', en: 'None (inside your own network only)' },
      ],
    },
    { key: 'user', words: { zh: '用户名', en: 'User name' }, kind: 'text' },
    {
      key: 'password',
      words: { zh: '密码或授权码', en: 'Password' },
      hint: { zh: '不少邮箱要求填写授权码', en: 'Many providers want one made for applications' },
      kind: 'secret',
    },
    {
      key: 'from',
      words: { zh: '发件人', en: 'Sender' },
      hint: { zh: '如 揽景 <noc@example.com>', en: 'Such as Belvedere <noc@example.com>' },
      kind: 'text',
      required: true,
      pattern: /^([^<>\r\n"]{1,64}<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
    },
  ],
  async send(settings, notice, signal) {
    const transport = transportOf(settings)
    try {
      const sent = await Promise.race([transport.sendMail(mailOf(settings['from'] ?? '', notice)), aborted(signal)])
      return { ok: true, answer: sent.response }
    } catch (error) {
      return failureOf(error as SmtpError)
    } finally {
      transport.close()
    }
  },
})

/** A retried mail has the same Message-ID, by which mail servers and mailboxes detect duplicates. */
function mailOf(
  from: string,
  { target, subject, text, files = [], id, link, unsubscribe, lang, actions = [] }: Notice,
): SendMailOptions {
  const domain = /@([^\s>]+)>?$/.exec(from)?.[1] ?? 'localhost'
  const more = [
    ...(link ? [{ zh: `查看详情：${link}`, en: `More: ${link}` }[lang]] : []),
    ...actions.map(({ words, url }) => ({ zh: `${words}：${url}`, en: `${words}: ${url}` })[lang]),
  ]
  const stop = unsubscribe
    ? ['-- ', { zh: `不再接收：${unsubscribe.page}`, en: `Unsubscribe: ${unsubscribe.page}` }[lang]]
    : []
  const headers = unsubscribe && {
    'List-Unsubscribe': `<${unsubscribe.post}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
  return {
    from,
    // an object, not a text: an address with commas stays one address
    to: { name: '', address: target },
    subject: plainHeader(subject),
    text: [text, ...(more.length ? ['', ...more] : []), ...(stop.length ? ['', ...stop] : [])].join('\n'),
    ...(files.length && {
      attachments: files.map(({ name, mime, body }) => ({
        filename: plainHeader(name),
        contentType: mime,
        content: body,
      })),
    }),
    ...(id && { messageId: `<${id}@${domain}>` }),
    ...(headers && { headers }),
  }
}

/** Characters of a subject. */
const MOST_HEADER = 200

/** One line without control characters. */
const plainHeader = (text: string) =>
  text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u200b-\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ').slice(0, MOST_HEADER)

/** Never resolves; rejects at the abort. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const give = () => reject(Object.assign(new Error('the server took too long'), { code: 'ETIMEDOUT' }))
    if (signal.aborted) give()
    else signal.addEventListener('abort', give, { once: true })
  })
}

function transportOf(settings: ChannelSettings) {
  const { host, port, security, user, password } = settings
  return createTransport({
    host,
    port: Number(port),
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(user && { auth: { user, pass: password } }),
    connectionTimeout: PATIENCE,
    greetingTimeout: PATIENCE,
    socketTimeout: PATIENCE,
    dnsTimeout: PATIENCE,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

interface SmtpError extends Error {
  code?: string
  responseCode?: number
  response?: string
}

/** 4xx means "later" in SMTP, 5xx means "never"; an unreachable server may return. Wrong credentials stay wrong. */
function failureOf({ code, responseCode = 0, response, message }: SmtpError): Delivery {
  const later = responseCode >= 400 && responseCode < 500
  const unreachable = responseCode === 0 && /^(ECONNECTION|ETIMEDOUT|ESOCKET|EDNS|ECONNREFUSED)$/.test(code ?? '')
  return { ok: false, answer: response ?? message, ...((later || unreachable) && { again: true }) }
}
