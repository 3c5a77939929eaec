import { pino, type Logger, type LoggerOptions } from 'pino'

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
  'ticket',
  'community',
  'passphrase',
  'database-url',
  'nats-url',
  'smtp-url',
  'notify-proxy',
]
const paths = secret.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`])

/** How lines are written, wherever they go. */
export const logHow = (level: string): LoggerOptions => ({
  level,
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: { paths, censor: '…' },
})

/** JSON lines on standard error, so that standard output stays for people. */
export function openLog(level: string): Log {
  return pino(logHow(level), pino.destination({ fd: 2, sync: false }))
}
