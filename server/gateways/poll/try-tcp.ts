import { connect } from 'node:net'
import type { PollTarget } from '../../devices/poll-link.ts'
import { failed, faultOfError, type PollOutcome, sinceUs } from './outcome.ts'

/** Tests whether a port accepts connections. The time is that of the handshake. */
export function tryTcp({ ip, monitor }: Pick<PollTarget, 'ip' | 'monitor'>): Promise<PollOutcome> {
  return new Promise((resolve) => {
    const start = performance.now()
    const socket = connect({ host: ip, port: monitor.port ?? 80 })
    const end = (outcome: PollOutcome) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(outcome)
    }
    const timer = setTimeout(() => end(failed('timeout')), monitor.timeout)
    socket.once('connect', () => end({ ok: true, rtt_us: sinceUs(start), detail: '' }))
    socket.once('error', (error) => end(faultOfError(error)))
  })
}
