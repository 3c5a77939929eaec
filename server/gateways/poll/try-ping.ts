import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { guardChild } from '../../base/edge/guard-socket.ts'
import { limits } from './limits.ts'
import { failed, type PollOutcome } from './outcome.ts'
import { PollSemaphore } from './poll-semaphore.ts'

/**
 * ICMP echo requests. Node has no raw sockets, so a program sends them: `fping` takes hundreds of addresses at once, `ping` one
 * per process. Where neither has permission, that is reported; there is no other fallback.
 */
export interface Pinger {
  ping(ip: string, timeout: number): Promise<PollOutcome>
}

const places = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/usr/local/bin', '/opt/homebrew/bin', '/usr/local/sbin']
const placeOf = (program: string) => places.map((dir) => `${dir}/${program}`).find((path) => existsSync(path))

export function openPinger(): Pinger {
  const fping = placeOf('fping')
  if (fping) return batched(fping)
  const ping = placeOf('ping')
  return ping ? single(ping) : { ping: async () => failed('unavailable', 'ping, fping') }
}

/** Output of the program, '' with `missing` when it could not be started. */
function outputOf(program: string, args: string[], input: string, ms: number): Promise<string> {
  return new Promise((resolve) => {
    const child = guardChild(spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'], env: { LC_ALL: 'C' } }))
    let text = ''
    const take = (piece: Buffer) => {
      if (text.length < 1 << 20) text += piece.toString('latin1')
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    const timer = setTimeout(() => child.kill('SIGKILL'), ms)
    const end = () => {
      clearTimeout(timer)
      resolve(text)
    }
    child.on('error', end)
    child.on('close', end)
    child.stdin.end(input)
  })
}

interface PendingPing {
  ip: string
  timeout: number
  answer(outcome: PollOutcome): void
}

/** Batches addresses for a short time and passes them to one fping. */
function batched(program: string): Pinger {
  const semaphore = new PollSemaphore(4)
  let waiting: PendingPing[] = []
  let timer: NodeJS.Timeout | undefined
  const send = () => {
    timer = undefined
    const batch = waiting.splice(0, limits.pingBatch)
    if (waiting.length) timer = setTimeout(send, 0)
    void semaphore.take(() => askAll(program, batch))
  }
  return {
    ping: (ip, timeout) =>
      new Promise((answer) => {
        waiting.push({ ip, timeout, answer })
        timer ??= setTimeout(send, 50)
      }),
  }
}

async function askAll(program: string, batch: readonly PendingPing[]): Promise<void> {
  const timeout = Math.max(...batch.map((one) => one.timeout))
  const addresses = [...new Set(batch.map(({ ip }) => ip))]
  // -C 1: the time of each; -i 1: a millisecond between two packets
  const args = ['-C', '1', '-q', '-i', '1', '-t', String(timeout), '-B', '1', '-r', '0']
  const text = await outputOf(program, args, `${addresses.join('\n')}\n`, timeout + addresses.length * 2 + 5000)
  const times = timesOf(text)
  const refusal = times.size === 0 ? refusalIn(text) : undefined
  for (const { ip, timeout: own, answer } of batch) answer(refusal ?? outcomeOf(times.get(ip), own))
}

/** `10.0.0.1 : 0.61` or `10.0.0.2 : -`, one per line. */
export function timesOf(text: string): Map<string, number | undefined> {
  const times = new Map<string, number | undefined>()
  for (const [, ip = '', time = ''] of text.matchAll(/^([0-9a-f.:]+?)\s+: (-|[\d.]+)/gim)) {
    times.set(ip, time === '-' ? undefined : Number(time))
  }
  return times
}

function outcomeOf(ms: number | undefined, timeout: number): PollOutcome {
  return ms === undefined || ms > timeout ? failed('timeout') : { ok: true, rtt_us: Math.round(ms * 1000), detail: '' }
}

const refusalIn = (text: string): PollOutcome | undefined =>
  /not permitted|permission denied|can't create|cannot create/i.test(text)
    ? failed('unavailable', text.trim().split('\n')[0])
    : undefined

function single(program: string): Pinger {
  const semaphore = new PollSemaphore(limits.pingProcesses)
  const isMac = process.platform === 'darwin'
  return {
    ping: (ip, timeout) =>
      semaphore.take(async () => {
        const wait = isMac ? timeout : Math.max(1, Math.ceil(timeout / 1000))
        const text = await outputOf(program, ['-n', '-c', '1', '-W', String(wait), ip], '', timeout + 3000)
        const [, time] = /time[=<]([\d.]+)/.exec(text) ?? []
        return time === undefined ? (refusalIn(text) ?? missOf(text)) : outcomeOf(Number(time), timeout)
      }),
  }
}

const missOf = (text: string): PollOutcome =>
  /unreachable/i.test(text) ? failed('unreachable') : text === '' ? failed('unavailable', 'ping') : failed('timeout')
