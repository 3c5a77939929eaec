import type { Lang, Words } from '@belvedere/contract/kit/text.ts'
import type { ChannelField, ChannelSettings } from '@belvedere/drivers/kit/define-notify-channel.ts'

const missing: Words = { zh: '必填', en: 'is required' }
const again: Words = { zh: '地址已更改，请重新输入', en: 'The address is another one: enter it again' }
const wrong: Words = { zh: '格式不正确', en: 'has the wrong format' }

/** Merges given settings into the stored ones, with defaults where both are missing; unknown keys are dropped. */
export function mergeSettings(
  fields: readonly ChannelField[],
  kept: ChannelSettings,
  given: ChannelSettings,
): Record<string, string> {
  const left = new Set(secretsLeft(fields, kept, given))
  return Object.fromEntries(
    fields.map(({ key, default: usual = '' }) => [
      key,
      given[key]?.trim() ?? (left.has(key) ? undefined : kept[key]) ?? usual,
    ]),
  )
}

/** Stored secrets that were not entered again, and would be sent elsewhere: to another host, port or transport. */
function secretsLeft(fields: readonly ChannelField[], kept: ChannelSettings, given: ChannelSettings): string[] {
  const isMoved = ({ key, default: usual = '' }: ChannelField) =>
    given[key] !== undefined && placeOf(given[key]) !== placeOf(kept[key] ?? usual)
  if (!fields.filter(({ place }) => place).some(isMoved)) return []
  return fields.flatMap(({ key, kind }) => (kind === 'secret' && kept[key] && given[key] === undefined ? [key] : []))
}

const placeOf = (text: string) => (/^https?:/i.test(text) && URL.canParse(text) ? new URL(text).origin : text.trim())

/**
 * One text for each secret that has to be entered again, because the destination changed. An empty value removes the
 * secret.
 */
export function againFaults(
  fields: readonly ChannelField[],
  kept: ChannelSettings,
  given: ChannelSettings,
  lang: Lang,
): Record<string, string> {
  return Object.fromEntries(secretsLeft(fields, kept, given).map((key) => [key, again[lang]]))
}

/** One text for each invalid field; `whole`: required fields must be present. */
export function settingFaults(
  fields: readonly ChannelField[],
  settings: ChannelSettings,
  whole: boolean,
  lang: Lang,
): Record<string, string> {
  const faults = fields.flatMap(({ key, required, pattern, options }) => {
    const value = settings[key] ?? ''
    if (value === '') return whole && required ? [[key, missing[lang]] as const] : []
    const fits = (pattern?.test(value) ?? true) && (options?.some(({ id }) => id === value) ?? true)
    return fits ? [] : [[key, wrong[lang]] as const]
  })
  return Object.fromEntries(faults)
}

/** Settings of the mail channel from `smtps://user:password@host:465?from=address`; `smtp:` is STARTTLS, `?security=none` plain. */
export function settingsOfUrl(text: string): Record<string, string> | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, hostname, port, username, password, searchParams } = new URL(text)
  if (!hostname) return undefined
  const tls = protocol === 'smtps:'
  const user = decodeURIComponent(username)
  return {
    host: hostname,
    port: port || (tls ? '465' : '587'),
    security: tls ? 'tls' : (searchParams.get('security') ?? 'starttls'),
    user,
    password: decodeURIComponent(password),
    from: searchParams.get('from') ?? user,
  }
}
