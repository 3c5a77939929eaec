import type { IncomingHttpHeaders } from 'node:http'

/** First and last byte. */
export interface Range {
  start: number
  end: number
}

/**
 * The part of a file that a request asks for. Undefined: the whole file, also when the client has a part of another version
 * (`If-Range`) or the header is invalid; `none`: the range is not satisfiable.
 */
export function rangeOf(headers: IncomingHttpHeaders, size: number, etag: string): Range | 'none' | undefined {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? '')
  const sameFile = headers['if-range'] === undefined || headers['if-range'] === etag
  if (!found || !sameFile || (found[1] === '' && found[2] === '')) return undefined
  const [first, last] = [found[1] ?? '', found[2] ?? '']
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start > end || start >= size ? 'none' : { start, end }
}
