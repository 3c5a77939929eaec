/** One syslog message: RFC 5424, or RFC 3164 with the variants that devices use. */
export interface SyslogMessage {
  severity: number
  /** Unix seconds; 0: no time, or a time without a time zone. */
  at: number
  /** '' when absent. */
  host: string
  program: string
  text: string
  /** From the element `belvedere@32473` of the structured data, or from the start of the text. */
  token: string
}

/** 32473 is reserved for documentation: no vendor uses it. */
const credential = /\[belvedere@32473\b[^\]]{0,200}?\btoken="([\w-]{16,64})"[^\]]{0,200}\]:? ?/
const priority = /^<(\d{1,3})>/
const version1 = /^1 (\S{1,64}) (\S{1,255}) (\S{1,48}) (\S{1,128}) (\S{1,32}) (?=[-[])/
/** `Nov  3 07:08:09`, with a year or milliseconds on some devices, after a sequence number on Cisco devices. */
const stamp =
  /^(?:\d{1,10}: )?[*.]?(?:(?:\d{4} )?[A-Z][a-z]{2} {1,2}\d{1,2} (?:\d{4} )?\d\d:\d\d:\d\d(?:\.\d{1,6})?(?: [A-Z]{3,4})?|(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?)):? /
const tag = /^([\w./()-]{1,48}?)(?:\[[\w.-]{0,32}\])?: ?/
const hostName = /^([\w.:-]{1,255}) (?!\s)/

/** The token of a message, without parsing the rest; '' when there is none. */
export function syslogToken(text: string): string {
  return text.includes('[belvedere@32473') ? (credential.exec(text)?.[1] ?? '') : ''
}

/** Undefined without a priority: then it is not a syslog message. */
export function parseSyslog(given: string): SyslogMessage | undefined {
  const head = priority.exec(given)
  const value = Number(head?.[1] ?? 999)
  if (!head || value > 191) return undefined
  const token = syslogToken(given)
  const body = given.slice(head[0].length)
  const severity = value & 7
  const said = version1.test(body) ? readNew(body) : readOld(token ? body.replace(credential, '') : body)
  return { severity, token, ...said }
}

const orNone = (value: string | undefined) => (value === undefined || value === '-' ? '' : value)

function readNew(body: string): Omit<SyslogMessage, 'severity' | 'token'> {
  const [whole = '', time, host, program] = version1.exec(body) ?? []
  const text = afterData(body, whole.length).replace(/^\ufeff/, '')
  return { at: secondsOf(orNone(time)), host: orNone(host), program: orNone(program), text }
}

/** The text after the structured data: `-`, or elements in brackets, in which quotes may contain brackets. */
function afterData(body: string, from: number): string {
  let at = from
  if (body[at] === '-') return body.slice(at + 2)
  while (body[at] === '[') {
    let quoted = false
    for (at++; at < body.length && (quoted || body[at] !== ']'); at++) {
      if (body[at] === '\\' && quoted) at++
      else if (body[at] === '"') quoted = !quoted
    }
    at++
  }
  return body.slice(at + 1)
}

function readOld(body: string): Omit<SyslogMessage, 'severity' | 'token'> {
  const time = stamp.exec(body)
  let rest = time ? body.slice(time[0].length) : body
  let host = ''
  // a word that ends in a colon or has a number in brackets is the program: some devices omit the host
  if (time && !tag.test(rest)) {
    const found = hostName.exec(rest)
    if (found) {
      host = found[1] ?? ''
      rest = rest.slice(found[0].length)
    }
  }
  const named = tag.exec(rest)
  const program = named?.[1] ?? ''
  return { at: secondsOf(time?.[1] ?? ''), host, program, text: named ? rest.slice(named[0].length) : rest }
}

/** Times without a time zone are ignored: the time zone of the device is unknown. */
function secondsOf(time: string): number {
  if (!/(?:Z|[+-]\d\d:?\d\d)$/.test(time)) return 0
  const ms = Date.parse(time)
  return Number.isFinite(ms) && ms > 0 ? Math.floor(ms / 1000) : 0
}
