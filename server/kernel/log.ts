import { pino, type Logger } from 'pino'

export type Log = Logger

/** Members that never reach a log, at any of the depths we log at. */
const secret = [
  'password',
  'token',
  'authorization',
  'key',
  'secret',
  'captcha_trail',
  'currentPassword',
  'psk',
  'proof',
  'private_key',
  'cookie',
]
const paths = secret.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])

/** JSON lines on standard error, so that standard output stays for people. */
export function openLog(level: string): Log {
  return pino(
    { level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime, redact: { paths, censor: '…' } },
    pino.destination({ fd: 2, sync: false }),
  )
}
