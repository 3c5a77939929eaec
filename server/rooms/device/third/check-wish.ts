import { deviceErrors as errors } from '@belvedere/contract/rooms/device/errors.ts'
import type { Ctx } from '../../../kernel/implement.ts'
import { refuse } from '../../../kernel/refuse.ts'
import { addressOf, isOwnAddress, lacksOf, type MonitorIn, plainOf, type Secrets, secretsOf } from './third-rules.ts'

/** The address as it is kept. The server itself and its link are for administrators of the installation alone. */
export function checkAddress({ access, lang }: Ctx, typed: string): string {
  const ip = addressOf(typed)
  if (!ip) throw refuse(errors.badAddress, undefined, { fields: { ip: errors.badAddress[lang] } })
  if (isOwnAddress(ip) && !access.is_admin) throw refuse(errors.ownAddress, { ip })
  return ip
}

/** A monitor that can be used, its secrets apart. */
export function checkMonitor({ lang }: Ctx, monitor: MonitorIn, kept: Secrets) {
  const secrets = secretsOf(monitor, kept)
  const lacks = Object.entries(lacksOf(monitor, secrets))
  if (lacks.length) {
    const fields = Object.fromEntries(lacks.map(([field, words]) => [`monitor.${field}`, words[lang]]))
    throw refuse(errors.monitorLacks, undefined, { fields })
  }
  return { plain: plainOf(monitor), secrets }
}
