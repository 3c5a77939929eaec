import type { Lang } from '@belvedere/contract/kit/text.ts'
import { alarmUserType } from '@belvedere/contract/rooms/notify/enums.ts'
import type {
  ChannelSettings,
  Delivery,
  Notice,
  NotifyChannel,
  Outlet,
} from '@belvedere/drivers/kit/define-notify-channel.ts'
import { discoverChannels } from '../../../engines/notify-channels/discover-channels.ts'
import type { System } from '../../../kernel/implement.ts'
import { ownAddresses } from '../../../base/edge/outbound.ts'
import { openVault } from '../../../base/keys/vault.ts'
import type { ContactType } from '../contact/contact-rule.ts'
import { activeChannel } from '../../delivery/api.ts'

const sealedFor = 'alarm-user'

export async function sealTarget(system: System, text: string): Promise<{ target: string; place: string }> {
  const vault = await openVault(system.config.data)
  return { target: vault.seal(text, sealedFor), place: vault.digest(text, sealedFor) }
}

export async function openTarget(system: System, sealed: string): Promise<string> {
  return (await openVault(system.config.data)).open(sealed, sealedFor)
}

/** Kinds of robots, by the name of their folder. */
export async function robotChannels(): Promise<NotifyChannel[]> {
  return (await discoverChannels()).filter(({ carries }) => carries === 'robot')
}

const carriers = { 0: 'sms', 1: 'email', 2: 'wechat' } as const

/** The carrier for contacts of a type; undefined: robots have their own channels. */
export const carrierOf = (type: ContactType) => carriers[type as 0 | 1 | 2] as (typeof carriers)[0 | 1 | 2] | undefined

/** The channel of a contact, ready to send. */
export interface ChannelHandle {
  id: string
  limit: NotifyChannel['limit']
  /** Maximum characters of a text. */
  most: number
  /** A repeated message is displayed twice, and can be marked as a repeat. */
  repeats: boolean
  send(notice: Omit<Notice, 'target'>, signal: AbortSignal): Promise<Delivery>
}

const MOST_TEXT = 8000

interface To {
  type: ContactType
  provider: string
  /** Sealed. */
  target: string
}

/** The channel of a contact; undefined: not set up, or removed. */
export async function channelTo(system: System, { type, provider, target }: To): Promise<ChannelHandle | undefined> {
  if (type === alarmUserType.id.robot) {
    const channel = (await robotChannels()).find(({ id }) => id === provider)
    return channel && robotChannelOf(system, channel, JSON.parse(await openTarget(system, target)) as ChannelSettings)
  }
  const carrier = carrierOf(type)
  const channel = carrier && (await activeChannel(system, carrier))
  if (!channel) return undefined
  const address = await openTarget(system, target)
  const send: ChannelHandle['send'] = (notice, signal) => channel.send({ ...notice, target: address }, signal)
  return { id: channel.id, limit: channel.limit, most: MOST_TEXT, repeats: false, send }
}

/** The rate limit of a contact's channel; undefined: there is none, or the channel is not set up. */
export async function limitOf(system: System, { type, provider }: Omit<To, 'target'>): Promise<NotifyChannel['limit']> {
  if (type === alarmUserType.id.robot) return (await robotChannels()).find(({ id }) => id === provider)?.limit
  const carrier = carrierOf(type)
  return carrier && (await activeChannel(system, carrier))?.limit
}

/** A robot with its settings; its secrets are removed from its answers. */
export function robotChannelOf(
  { config }: Pick<System, 'config'>,
  channel: NotifyChannel,
  settings: ChannelSettings,
): ChannelHandle {
  const secrets = channel.fields
    .filter(({ kind }) => kind === 'secret')
    .flatMap(({ key }) => secretsIn(settings[key] ?? ''))
  const outlet = outletOf(config, settings['proxy'] ?? '')
  return {
    id: channel.id,
    limit: channel.limit,
    most: channel.most ?? MOST_TEXT,
    repeats: !channel.once,
    async send(notice, signal) {
      const delivery = await channel.send(settings, { ...notice, target: '' }, signal, outlet)
      return { ...delivery, answer: secrets.reduce((text, secret) => text.replaceAll(secret, '…'), delivery.answer) }
    },
  }
}

/** The secret itself and, for an address, its path and query. */
function secretsIn(secret: string): string[] {
  if (secret.length < 6) return []
  if (!URL.canParse(secret)) return [secret]
  const { pathname, search } = new URL(secret)
  return [secret, `${pathname}${search}`, search.slice(1)].filter((part) => part.length > 5)
}

function outletOf(config: System['config'], own: string): Outlet {
  const proxy = own
    ? { url: own, trusted: false }
    : config['notify-proxy'] && { url: config['notify-proxy'], trusted: true }
  return { inside: config['webhook-inside'] === 'allow', own: ownAddresses(), ...(proxy && { proxy }) }
}

/** Display name of a channel. */
export async function channelName(id: string, lang: Lang): Promise<string> {
  return (await discoverChannels()).find((one) => one.id === id)?.words[lang] ?? id
}
