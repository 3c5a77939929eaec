import type { CgiRow } from '@belvedere/contract/kit/cgi-catalogue.ts'
import { open } from 'node:fs/promises'
import { hasSystemd } from '../host/has-systemd.ts'
import { isObject, number, text } from '../loose.ts'
import { CommandRefusal } from '../refusal.ts'
import { hasTool, runTool } from '../host/run-tool.ts'
import { defineQuery } from './define-query.ts'

type LogTailRow = CgiRow<'log_tail'>

export interface LogRow extends LogTailRow {
  time?: number | undefined
  severity?: number | undefined
  source?: string | undefined
  text?: string | undefined
}
const most = 2000

export const logTail = defineQuery('log_tail', async () => {
  const journal = hasSystemd() && hasTool('journalctl') ? await fromJournal() : []
  if (journal.length > 0) return journal
  for (const file of ['/var/log/syslog', '/var/log/messages']) {
    const end = await readEnd(file, 1 << 20)
    if (end !== undefined) return fileRows(end)
  }
  throw new CommandRefusal({
    zh: '没有可读的系统日志：没有 journald，或权限不足',
    en: 'There is no readable system log: no journal, or no right to read it',
  })
})

async function fromJournal(): Promise<LogTailRow[]> {
  const ran = await runTool('journalctl', ['-o', 'json', '-r', '-n', String(most), '--no-pager'], { max: 16 << 20 })
  return ran.out.split('\n').flatMap(journalRow)
}

/** One line of `journalctl -o json`; times are microseconds, a binary message is an array of bytes. */
export function journalRow(line: string): LogRow[] {
  const entry = parsed(line)
  if (!isObject(entry)) return []
  const message = Array.isArray(entry.MESSAGE) ? Buffer.from(entry.MESSAGE).toString('utf8') : text(entry.MESSAGE, 1024)
  return [
    {
      time: Math.floor((number(entry.__REALTIME_TIMESTAMP) ?? 0) / 1e6),
      severity: number(entry.PRIORITY),
      source: text(entry.SYSLOG_IDENTIFIER) ?? text(entry._SYSTEMD_UNIT) ?? text(entry._COMM),
      text: message,
    },
  ]
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

async function readEnd(path: string, max: number): Promise<string | undefined> {
  try {
    const file = await open(path, 'r')
    try {
      const { size } = await file.stat()
      const { buffer, bytesRead } = await file.read(
        Buffer.alloc(Math.min(size, max)),
        0,
        Math.min(size, max),
        Math.max(0, size - max),
      )
      return buffer.subarray(0, bytesRead).toString('utf8')
    } finally {
      await file.close()
    }
  } catch {
    return undefined
  }
}

/** Lines of a syslog file, newest first. */
export function fileRows(end: string, now = new Date()): LogTailRow[] {
  const lines = end.split('\n').filter(Boolean).slice(-most).reverse()
  return lines.map((line) => fileRow(line, now))
}

const severities = ['emerg', 'alert', 'crit', 'err', 'warn', 'notice', 'info', 'debug']

/**
 * `2025-11-21T04:12:00+00:00 host name[1]: text` or `Nov 21 04:12:00 host …`; BusyBox puts facility and severity before the name:
 * `Nov 21 04:12:00 host auth.info name[1]: text`.
 */
export function fileRow(line: string, now: Date): LogRow {
  const found =
    /^(\d{4}-\S+|[A-Z][a-z]{2} [ \d]\d [\d:]{8}) \S+ (?:[a-z0-9]+\.([a-z]+) )?([^:[]{1,64})(?:\[\d+\])?: (.*)$/.exec(
      line,
    )
  if (!found) return { text: line }
  const [, stamp = '', level = '', source, said] = found
  const severity = severities.findIndex((name) => level.startsWith(name))
  return { time: timeOf(stamp, now), ...(severity >= 0 && { severity }), source, text: said }
}

// The old format has no year: an entry in the future is from last year.
function timeOf(stamp: string, now: Date): number | undefined {
  if (/^\d{4}-/.test(stamp)) return seconds(Date.parse(stamp))
  const thisYear = Date.parse(`${stamp} ${now.getFullYear()}`)
  const future = thisYear > now.getTime() + 86_400_000
  return seconds(future ? Date.parse(`${stamp} ${now.getFullYear() - 1}`) : thisYear)
}

function seconds(milliseconds: number): number | undefined {
  return Number.isFinite(milliseconds) ? Math.floor(milliseconds / 1000) : undefined
}
