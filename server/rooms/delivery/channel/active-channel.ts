import type { AddressBinding, Delivery, Notice, NotifyChannel } from '@belvedere/drivers/kit/define-notify-channel.ts'
import { discoverChannels } from '../../../engines/notify-channels/discover-channels.ts'
import type { System } from '../../../kernel/implement.ts'
import { openVault } from '../../../base/keys/vault.ts'
import { settingFaults, settingsOfUrl } from './channel-rules.ts'
import { findActive } from '../store.ts'

export interface ReadyChannel {
  id: string
  /** The maximum number of messages to one address in a number of seconds. */
  limit: NotifyChannel['limit']
  send(notice: Notice, signal: AbortSignal): Promise<Delivery>
  /** For channels that bind an address by scanning: the page to open, and the owner of a returned code. */
  binding:
    | {
        url(back: string, state: string): string
        whose(code: string, signal: AbortSignal): ReturnType<AddressBinding['whose']>
      }
    | undefined
}

const sealedFor = 'channel'

export async function openSettings(system: System, sealed: string): Promise<Record<string, string>> {
  return JSON.parse((await openVault(system.config.data)).open(sealed, sealedFor)) as Record<string, string>
}

export async function sealSettings(system: System, settings: Record<string, string>): Promise<string> {
  return (await openVault(system.config.data)).seal(JSON.stringify(settings), sealedFor)
}

/** The active channel of a carrier, with its settings; undefined while none is configured. */
export async function activeChannel(
  system: System,
  carrier: NotifyChannel['carries'],
): Promise<ReadyChannel | undefined> {
  const channels = await discoverChannels()
  const active = await findActive(system, carrier)
  const channel = active && channels.find(({ id }) => id === active.id)
  if (channel) return ready(channel, await openSettings(system, active.settings))
  const [mail, settings] = [channels.find(({ id }) => id === 'smtp'), fromEnvironment(system)]
  return carrier === 'email' &&
    mail &&
    settings &&
    !Object.keys(settingFaults(mail.fields, settings, true, 'en')).length
    ? ready(mail, settings)
    : undefined
}

/** Settings of the mail channel from the environment. */
export function fromEnvironment({ config }: Pick<System, 'config'>): Record<string, string> | undefined {
  return settingsOfUrl(config['smtp-url'])
}

const ready = (channel: NotifyChannel, settings: Record<string, string>): ReadyChannel => ({
  id: channel.id,
  limit: channel.limit,
  send: (notice, signal) => channel.send(settings, notice, signal),
  binding: channel.binding && {
    url: (back, state) => channel.binding?.url(settings, back, state) ?? '',
    whose: (code, signal) => channel.binding?.whose(settings, code, signal) ?? Promise.resolve({ why: '' }),
  },
})
