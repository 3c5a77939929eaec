import type { Delivery, Notice } from '@belvedere/drivers/kit/define-notify-channel.ts'
import { discoverChannels } from '../../../kernel/discover.ts'
import type { System } from '../../../kernel/implement.ts'
import { openVault } from '../../../kernel/vault.ts'
import { findActive } from './store.ts'

export interface ReadyChannel {
  id: string
  send(notice: Notice, signal: AbortSignal): Promise<Delivery>
}

/** What settings of channels are sealed for. */
export const sealedForSettings = 'channel'

/** The channel messages of a carrier go out by, with its settings; undefined while none is configured. */
export async function activeChannel(system: System, carrier: 'email' | 'sms'): Promise<ReadyChannel | undefined> {
  const active = await findActive(system, carrier)
  const channel = active && (await discoverChannels()).find(({ id }) => id === active.id)
  if (!channel) return undefined
  const vault = await openVault(system.config.data)
  const settings = JSON.parse(vault.open(active.settings, sealedForSettings)) as Record<string, string>
  return { id: channel.id, send: (notice, signal) => channel.send(settings, notice, signal) }
}
