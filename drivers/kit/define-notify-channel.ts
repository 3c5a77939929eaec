import type { Lang, Words } from '@belvedere/contract/kit/text.ts'

/** What a channel takes as an address: a mailbox, a phone number in E.164, what WeChat calls a person, or nothing for a chat robot. */
export type Carrier = 'email' | 'sms' | 'wechat' | 'robot'

/** How severe a message is, for providers that paint it. */
export type NoticeTone = 'danger' | 'warning' | 'primary' | 'success'

/** One message to one address. */
export interface Notice {
  /** As `Carrier` says; '' where the settings hold it. */
  readonly target: string
  readonly lang: Lang
  readonly subject: string
  /** Plain text, lines parted by `\n`. */
  readonly text: string
  /** Attachments, for channels with files: mail. */
  readonly files?: readonly { readonly name: string; readonly mime: string; readonly body: Buffer }[]
  /** For providers with templates: the template and its values. */
  readonly template: { readonly kind: 'code' | 'notice'; readonly values: Readonly<Record<string, string>> }
  /** The same for every try of one message: a provider that supports it delivers the message once. */
  readonly id?: string
  readonly tone?: NoticeTone
  /** Address with details. */
  readonly link?: string
  /** Actions for the reader, each an address: buttons if the provider supports them, else links. */
  readonly actions?: readonly { readonly words: string; readonly url: string }[]
  /** Unsubscribe: a page, and an address that accepts a POST (RFC 8058). */
  readonly unsubscribe?: { readonly page: string; readonly post: string }
  /** Machine-readable content; plain JSON. */
  readonly data?: object
}

/** Settings of outgoing requests. */
export interface Outlet {
  /** May addresses be asked that only exist inside: loopback and private networks? Link-local and metadata never. */
  readonly inside: boolean
  /** Addresses of this machine, which are inside whatever they are. */
  readonly own?: readonly string[]
  /** How names are found; the system's way by default. */
  readonly resolve?: (host: string) => Promise<{ address: string; family: number }[]>
  /** `http://[user:password@]host:port`; `trusted`: set by the operator, so it may be inside whatever `inside` says. */
  readonly proxy?: { readonly url: string; readonly trusted: boolean }
}

/** One setting of a channel, as an administrator fills it in. */
export interface ChannelField {
  readonly key: string
  readonly words: Words
  readonly hint?: Words
  /** `secret`: kept sealed, never shown again. */
  readonly kind: 'text' | 'secret' | 'choice'
  /** Of a choice. */
  readonly options?: readonly ({ readonly id: string } & Words)[]
  readonly required?: true
  readonly default?: string
  /** Determines the destination: stored secrets are sent to no other destination. For a URL, its origin. */
  readonly place?: true
  /** The whole value must match; 1 to 256 characters unless it says otherwise. */
  readonly pattern?: RegExp
}

/** Values by `key`, defaults filled in; '' where nothing was given. */
export type ChannelSettings = Readonly<Record<string, string>>

/** The result of a try. */
export interface Delivery {
  readonly ok: boolean
  /** The provider's answer, without secrets; truncated to 500 characters when stored. */
  readonly answer: string
  /** Not sent, but a retry may succeed: no connection, provider busy. */
  readonly again?: true
  /** With `again`: delay in seconds that the provider requests. */
  readonly after?: number
}

/** How a person shows which address is theirs, where nobody can type it: by opening a page with the telephone. */
export interface AddressBinding {
  /** What the telephone opens; the provider sends it on to `back` with `code` and `state` in the query. */
  url(settings: ChannelSettings, back: string, state: string): string
  /** Whose code that is, or in words why nobody's; throws for nothing. */
  whose(settings: ChannelSettings, code: string, signal: AbortSignal): Promise<{ address: string } | { why: string }>
}

/**
 * The front door for one provider of messages: data, and one function that hands a message over. It never sees the database;
 * it throws for nothing a provider or network does, and returns when `signal` aborts.
 */
export interface NotifyChannel {
  /** Name of its folder. */
  readonly id: string
  readonly words: Words
  readonly carries: Carrier
  readonly fields: readonly ChannelField[]
  /** Messages it takes for one address within so many seconds. */
  readonly limit?: { readonly count: number; readonly seconds: number }
  /** Characters of a text it takes; more is cut. */
  readonly most?: number
  /** A message with the same `id` is shown once, however often it is sent. */
  readonly once?: true
  readonly binding?: AddressBinding
  /** `outlet` absent: everything may be asked, directly; for settings that the operator of the server makes. */
  send(settings: ChannelSettings, notice: Notice, signal: AbortSignal, outlet?: Outlet): Promise<Delivery>
}

const mark = Symbol.for('belvedere.notify-channel')

/** Export the result from `drivers/notify/<id>/channel.ts`. */
export function defineNotifyChannel(channel: NotifyChannel): NotifyChannel {
  Object.defineProperty(channel, mark, { value: true })
  return channel
}

/** True for what `defineNotifyChannel` made; discovery looks for it. */
export function isNotifyChannel(value: unknown): value is NotifyChannel {
  return typeof value === 'object' && value !== null && mark in value
}
