import type { Lang, Words } from '@belvedere/contract/kit/text.ts'

/** The type of address of a channel: a mailbox, a phone number in E.164, a WeChat user identifier, or none for a chat robot. */
export type Carrier = 'email' | 'sms' | 'wechat' | 'robot'

/** Severity of a message, for providers that show it by color. */
export type NoticeTone = 'danger' | 'warning' | 'primary' | 'success'

/** One message to one address. */
export interface Notice {
  /** As `Carrier` defines it; '' where the settings contain it. */
  readonly target: string
  readonly lang: Lang
  readonly subject: string
  /** Plain text, lines separated by `\n`. */
  readonly text: string
  /** Attachments, for channels with files: mail. */
  readonly files?: readonly { readonly name: string; readonly mime: string; readonly body: Buffer }[]
  /** For providers with templates: the template and its values. */
  readonly template: { readonly kind: 'code' | 'notice'; readonly values: Readonly<Record<string, string>> }
  /** Constant over all attempts of one message: a provider that supports it delivers the message once. */
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
  /** Whether internal addresses may be contacted: loopback and private networks. Link-local and metadata addresses never. */
  readonly inside: boolean
  /** Addresses of this machine, which always count as internal. */
  readonly own?: readonly string[]
  /** Name resolution; the system's by default. */
  readonly resolve?: (host: string) => Promise<{ address: string; family: number }[]>
  /** `http://[user:password@]host:port`; `trusted`: set by the operator, so it may be internal regardless of `inside`. */
  readonly proxy?: { readonly url: string; readonly trusted: boolean }
}

/** One setting of a channel, entered by an administrator. */
export interface ChannelField {
  readonly key: string
  readonly words: Words
  readonly hint?: Words
  /** `secret`: stored encrypted, never shown again. */
  readonly kind: 'text' | 'secret' | 'choice'
  /** For a choice. */
  readonly options?: readonly ({ readonly id: string } & Words)[]
  readonly required?: true
  readonly default?: string
  /** Determines the destination: stored secrets are sent to no other destination. For a URL, its origin. */
  readonly place?: true
  /** The whole value must match; 1 to 256 characters unless it says otherwise. */
  readonly pattern?: RegExp
}

/** Values by `key`, defaults filled in; '' for an empty one. */
export type ChannelSettings = Readonly<Record<string, string>>

/** The result of an attempt. */
export interface Delivery {
  readonly ok: boolean
  /** The provider's answer, without secrets; truncated to 500 characters when stored. */
  readonly answer: string
  /** Not sent, but a retry may succeed: no connection, provider busy. */
  readonly again?: true
  /** With `again`: delay in seconds that the provider requests. */
  readonly after?: number
}

/** How users prove their address where it cannot be typed: by opening a page on the phone. */
export interface AddressBinding {
  /** The page for the phone; the provider redirects it to `back` with `code` and `state` in the query. */
  url(settings: ChannelSettings, back: string, state: string): string
  /** The user of that code, or why there is none; never throws. */
  whose(settings: ChannelSettings, code: string, signal: AbortSignal): Promise<{ address: string } | { why: string }>
}

/**
 * The adapter for one message provider: data, and one function that sends a message. It has no access to the database. It never
 * throws because of a provider or network, and returns when `signal` aborts.
 */
export interface NotifyChannel {
  /** Name of its folder. */
  readonly id: string
  readonly words: Words
  readonly carries: Carrier
  readonly fields: readonly ChannelField[]
  /** Maximum number of messages to one address, and the seconds that it refers to. */
  readonly limit?: { readonly count: number; readonly seconds: number }
  /** Characters of a text that it accepts; a longer one is truncated. */
  readonly most?: number
  /** A message with the same `id` is delivered once, however often it is sent. */
  readonly once?: true
  readonly binding?: AddressBinding
  /** `outlet` absent: all addresses are allowed, without a proxy; for settings of the operator of the server. */
  send(settings: ChannelSettings, notice: Notice, signal: AbortSignal, outlet?: Outlet): Promise<Delivery>
}

const mark = Symbol.for('belvedere.notify-channel')

/** Export the result from `drivers/notify/<id>/channel.ts`. */
export function defineNotifyChannel(channel: NotifyChannel): NotifyChannel {
  Object.defineProperty(channel, mark, { value: true })
  return channel
}

/** True for results of `defineNotifyChannel`; discovery looks for them. */
export function isNotifyChannel(value: unknown): value is NotifyChannel {
  return typeof value === 'object' && value !== null && mark in value
}
