import { cleanLine } from '@belvedere/pure/text/clean-line.ts'
import { listOf, objectOf, secondsOf, textsOf, wholeWithin } from './coerce.ts'
import type { DeviceEvent, LogLine } from './facts.ts'

/** Lines of one message, and characters of a line's program and text. */
export const logMost = { lines: 200, program: 48, text: 1024 } as const

/** Severity of a line without one: notice. */
const NOTICE = 5

export interface LogLines {
  lines: LogLine[]
  /** Number of lines that the device did not send. */
  dropped: number
}

/** Reads `{ lines: [[time, severity, program, text], …], dropped? }`; invalid lines are left out. */
export function logLinesOf(payload: unknown): LogLines {
  const reported = objectOf(payload)
  const lines = Array.isArray(reported.lines) ? listOf(reported.lines, logMost.lines) : []
  return { lines: lines.flatMap((one) => lineOf(one) ?? []), dropped: wholeWithin(reported.dropped, 0, 1e9) ?? 0 }
}

function lineOf(value: unknown): LogLine | undefined {
  const [time, severity, program, text] = Array.isArray(value) ? (value as unknown[]) : []
  if (typeof text !== 'string') return undefined
  return logLine({ at: secondsOf(time), severity: wholeWithin(severity, 0, 7), program, text })
}

/** A line within its bounds and without control characters; undefined when its text is empty then. */
export function logLine(line: {
  at: number
  severity: number | undefined
  program: unknown
  text: string
}): LogLine | undefined {
  const text = cleanLine(line.text, logMost.text)
  if (text === '') return undefined
  const program = typeof line.program === 'string' ? cleanLine(line.program, logMost.program) : ''
  return { at: line.at, severity: line.severity ?? NOTICE, program, text }
}

/** Device events that are log lines themselves, and the program for those whose text has none. */
const written: ReadonlyMap<string, string> = new Map([
  ['device.log', ''],
  ['device.alarm', 'alarm'],
  ['device.reboot-log', 'reboot'],
  ['device.crash-log', 'crash'],
  ['device.recovery', 'recovery'],
])
const named = /^([\w./-]{1,48})(?:\[\d{1,10}\])?: +(?=\S)/

/** The log lines of a device event; empty for other events. */
export function linesOfEvent({ type, at, severity, text, data }: DeviceEvent): LogLine[] {
  const program = written.get(type)
  if (program === undefined) return []
  const texts = [...(text === undefined ? [] : [text]), ...textsOf(data?.['lines'], logMost.lines, 4096)]
  return texts.flatMap((one) => logLine({ at, severity, ...parted(one, program) }) ?? [])
}

/** Splits `program[123]: text`. */
export function parted(text: string, otherwise = ''): { program: string; text: string } {
  const found = named.exec(text)
  return found ? { program: found[1] ?? '', text: text.slice(found[0].length) } : { program: otherwise, text }
}
