import type { Lang, Words } from '@belvedere/contract/kit/text.ts'
import type { ChannelField, ChannelSettings } from '@belvedere/drivers/kit/define-notify-channel.ts'

const missing: Words = { zh: '必填', en: 'is required' }
const wrong: Words = { zh: '格式不正确', en: 'has the wrong format' }

/** What is kept with what is given over it, defaults where both are silent; keys no field has are dropped. */
export function mergeSettings(
  fields: readonly ChannelField[],
  kept: ChannelSettings,
  given: ChannelSettings,
): Record<string, string> {
  return Object.fromEntries(
    fields.map(({ key, default: usual = '' }) => [key, given[key]?.trim() ?? kept[key] ?? usual]),
  )
}

/** A text per field that is not right; `whole`: nothing required may be missing. */
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
