import { monitorErrors as errors } from '@belvedere/contract/rooms/monitor/errors.ts'
import { mayBeListed } from '@belvedere/pure/network/outbound.ts'
import type { Ctx } from '../../../kernel/implement.ts'
import { refuse } from '../../../kernel/refuse.ts'
import type { ListedNetwork } from './network-store.ts'
import { guardOf } from './reach.ts'
import { addressOf, lacksOf, type MonitorIn, plainOf, type Secrets, secretsOf } from './monitored-rules.ts'

/** The normalized address, if this server may monitor it for the caller; an address without a monitor may be any. */
export async function checkAddress(ctx: Ctx, typed: string, { type }: Pick<MonitorIn, 'type'>): Promise<string> {
  const ip = addressOf(typed)
  if (!ip) throw refuse(errors.badAddress, undefined, { fields: { ip: errors.badAddress[ctx.lang] } })
  if (type === 'none') return ip
  const why = (await guardOf(ctx)).forbidden(ip)
  if (why) throw refuse(why === 'notListed' ? errors.notListed : errors.ownAddress, { ip })
  return ip
}

/** A valid monitor, without its secrets. `dropped`: secrets of another address, which must not be sent to this one. */
export function checkMonitor({ lang }: Ctx, monitor: MonitorIn, kept: Secrets, dropped: Secrets = {}) {
  const secrets = secretsOf(monitor, kept)
  const lacks = Object.entries(lacksOf(monitor, secrets, dropped))
  if (lacks.length) {
    const fields = Object.fromEntries(lacks.map(([field, words]) => [`monitor.${field}`, words[lang]]))
    throw refuse(errors.monitorLacks, undefined, { fields })
  }
  return { plain: plainOf(monitor), secrets }
}

/** Normalized networks, each once; refuses invalid ones, and those that may never be listed in the console. */
export function requireNetworks({ lang }: Ctx, list: readonly ListedNetwork[]): ListedNetwork[] {
  const wrong = list.findIndex(({ network }) => !mayBeListed(network.trim().toLowerCase()))
  if (wrong >= 0)
    throw refuse(
      errors.badNetwork,
      { network: list[wrong]?.network ?? '' },
      {
        fields: { [`networks.${wrong}.network`]: errors.badNetwork[lang] },
      },
    )
  return [...new Map(list.map(({ network, note }) => [network.trim().toLowerCase(), note.trim()]))].map(
    ([network, note]) => ({ network, note }),
  )
}
