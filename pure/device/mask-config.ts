/** Replaces a secret: dots and a mark; equal secrets have equal marks. */
export type Mark = (secret: string) => string

/** Last words of names whose values are secret; the short ones only as whole words. */
const LONG =
  'passw(?:or)?ds?|passphrase|passwd|secret|private[-_ ]?key|pre[-_ ]?shared[-_ ]?key|shared[-_ ]?key|wep[-_]?key\\d*|auth[-_]?key|api[-_]?key|access[-_]?key|community6?'
const SHORT = 'key|psk|token|pin(?:-code)?|private'
const SECRET = new RegExp(`(?:${LONG})$|(?:^|[^A-Za-z])(?:${SHORT})$`, 'i')
/** The range of a line that is searched for the name of a value, and the number of words that are checked. */
const HEAD = 200
const WORDS = 8
const BETWEEN = /["']?(?:\s*[=:]\s*|\s+)(["']?)(?=\S)/y
const COMMUNITY = /^(\s*com2sec6?\s+(?:-Cn\s+\S+\s+)?\S+\s+\S+\s+)(\S+)(.*)$/
const BEGIN = /-----BEGIN [A-Z ]*PRIVATE KEY-----/
const END = /-----END [A-Z ]*PRIVATE KEY-----/

/** True for names such as `system-password`, `psk` or `PrivateKey`, whose values are secret. */
export const isSecretName = (name: string): boolean => SECRET.test(name)

/** Lines of a configuration file with passwords and private keys replaced by marks. */
export function maskSecretLines(lines: readonly string[], mark: Mark): string[] {
  let inKey = false
  return lines.map((line) => {
    if (inKey || BEGIN.test(line)) {
      const edge = BEGIN.test(line) || END.test(line)
      inKey = !END.test(line)
      return edge ? line.replace(/(-----BEGIN [A-Z ]*-----)(.+)$/, '$1') : mark(line.trim())
    }
    return maskSecretLine(line, mark)
  })
}

/** `name = value`, `name: value`, `option name 'value'`, `"name": "value"`, `name value`. */
function maskSecretLine(line: string, mark: Mark): string {
  const words = line.slice(0, HEAD).matchAll(/[A-Za-z][\w.@-]*/g)
  let looked = 0
  for (const { 0: word, index } of words) {
    if (++looked > WORDS) break
    if (!isSecretName(word)) continue
    BETWEEN.lastIndex = index + word.length
    const between = BETWEEN.exec(line)
    if (between) return maskRest(line, index + word.length + between[0].length, between[1] ?? '', mark)
  }
  const community = COMMUNITY.exec(line.slice(0, HEAD))
  return community ? `${community[1]}${mark(community[2] as string)}${community[3]}` : line
}

/** The value from this index to the end of the line, without its quotes and the text after the closing quote. */
function maskRest(line: string, from: number, quote: string, mark: Mark): string {
  const rest = line.slice(from).trimEnd()
  const end = quote ? rest.lastIndexOf(quote) : rest.replace(/[,;]$/, '').length
  const value = end > 0 ? rest.slice(0, end) : rest
  return `${line.slice(0, from)}${mark(value)}${rest.slice(value.length)}`
}

/** A document with its secrets replaced by marks; the structure is kept. */
export function maskSecrets(value: unknown, mark: Mark): unknown {
  if (Array.isArray(value)) return maskList(value, mark)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, isSecretName(key) ? maskAll(one, mark) : maskSecrets(one, mark)]),
  )
}

/** Raw settings are lists of words: the word after the name of a secret is a secret. */
function maskList(list: readonly unknown[], mark: Mark): unknown[] {
  let secret = false
  return list.map((one) => {
    if (typeof one !== 'string') return maskSecrets(one, mark)
    if (secret) return mark(one)
    secret = isSecretName(one)
    return one
  })
}

function maskAll(value: unknown, mark: Mark): unknown {
  if (Array.isArray(value)) return value.map((one) => maskAll(one, mark))
  if (typeof value === 'object' && value !== null) return maskSecrets(value, mark)
  return typeof value === 'string' || typeof value === 'number' ? mark(String(value)) : value
}

const volatile: readonly (readonly [RegExp, string])[] = [
  [/\b(packets|bytes) \d+/g, '$1 …'],
  [/\[\d+:\d+\]/g, '[…]'],
  [/\b(valid_lft|preferred_lft|expires|age|used) \d+(?:\/\d+)*(?:sec|s)?\b/g, '$1 …'],
  [
    /("(?:uuid|at|valid_life_time|preferred_life_time|expires|created_at|updated_at|timestamp|uptime|localtime)"\s*:\s*)\d+/g,
    '$1…',
  ],
  [/^\d{9,11}(?= (?:[0-9a-f]{2}:){5}[0-9a-f]{2} )/i, '…'],
]
const COMMENT = /^\s*(?:#|\/\/|!|;)/
const moments: readonly RegExp[] = [
  /\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|\s?[+-]\d{2}:?\d{2})?/g,
  /\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2}(?: [A-Z]{3,5})? \d{4}/g,
]

/** A line without parts that change by themselves: configuration numbers, counters, remaining times, timestamps in comments. */
export function maskVolatile(line: string): string {
  const still = volatile.reduce((text, [what, instead]) => text.replace(what, instead), line)
  return COMMENT.test(still) ? moments.reduce((text, what) => text.replace(what, '…'), still) : still
}
