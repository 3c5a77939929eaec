import type { Chance } from './test-chance.ts'

const names =
  'content-length transfer-encoding connection set-cookie location trailer upgrade keep-alive expect x'.split(' ')
const values = [
  'chunked',
  'close',
  'upgrade',
  'keep-alive',
  'gzip',
  '/',
  'http://10.0.0.1/x',
  'https://[',
  'a=b; Domain=x',
  '\u0001',
  'é',
  '',
]
const numbers = ['0', '1', '5', '-1', '99999999999999999999', 'ffffffffffffffffff', '0x10', '1e9', 'zz', ' ', '4,4']

/** Hostile HTTP responses, one per call, as latin1: status lines, headers, chunk sizes, noise. */
export function hostileAnswers({ below, of, once, list }: Chance): () => string {
  const noise = () => Buffer.from(list(0, 40, () => below(256))).toString('latin1')
  const number = () => (once(9) ? noise() : of(numbers))
  const version = () => of(['HTTP/1.1', 'HTTP/1.0', 'HTTP/9.9', 'ICY', ''])
  const code = () => (once(8) ? noise() : String(below(1200)).padStart(3, '0'))
  const status = () => (once(3) ? 'HTTP/1.1 200 OK' : `${version()}${of([' ', '', '  '])}${code()} ${noise()}`)
  const header = () => `${once(9) ? noise() : of(names)}${of([':', ': ', ' :', ''])}${once(2) ? number() : of(values)}`
  const headers = () => {
    if (once(60)) return list(3000, 3000, header)
    return once(60) ? [`x: ${'y'.repeat(70_000)}`] : list(0, 6, header)
  }
  const body = () => (once(2) ? noise() : `${number()}${of(['\r\n', ';x=y\r\n', '\n'])}${noise()}\r\n0\r\n\r\n`)
  return () => `${status()}\r\n${headers().join('\r\n')}\r\n\r\n${body()}`
}
