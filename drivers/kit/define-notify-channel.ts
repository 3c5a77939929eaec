import type { Lang, Words } from '@belvedere/contract/kit/text.ts'

/** What a channel takes as an address: a mail box, a phone number in E.164, or the address of a chat robot. */
export type Carrier = 'email' | 'sms' | 'robot'

/** One message to one address. */
export interface Notice {
  /** As `Carrier` says. */
  readonly target: string
  readonly lang: Lang
  readonly subject: string
  /** Plain text, lines parted by `\n`. */
  readonly text: string
  /** For providers that keep the wording themselves: which of theirs it is, and what fills it. */
  readonly template: { readonly kind: 'code' | 'notice'; readonly values: Readonly<Record<string, string>> }
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
  /** The whole value must match; 1 to 256 characters unless it says otherwise. */
  readonly pattern?: RegExp
}

/** Values by `key`, defaults filled in; '' where nothing was given. */
export type ChannelSettings = Readonly<Record<string, string>>

/** What became of a try. */
export interface Delivery {
  readonly ok: boolean
  /** The provider's own words, without secrets; cut to 500 characters where it is kept. */
  readonly answer: string
  /** Not sent, but the same message may pass later: no connection, provider busy. */
  readonly again?: true
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
  send(settings: ChannelSettings, notice: Notice, signal: AbortSignal): Promise<Delivery>
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
