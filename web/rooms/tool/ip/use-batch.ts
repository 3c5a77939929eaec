import { toolCalls } from '@belvedere/contract/rooms/tool/tool.ts'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../kit/calls/call.ts'
import { isSilent } from '../../../kit/calls/refusal.ts'
import type { IpAnswer } from './ip-answer.ts'

/** Maximum number of concurrent look-ups. */
const LANES = 4

export interface IpBatch {
  answers: readonly IpAnswer[]
  /** Number of requested addresses; 0 before the first run. */
  total: number
  running: boolean
  /** Reason why it stopped early. */
  failure: string | undefined
  run(addresses: readonly string[]): void
}

/** Looks up several addresses; results are in the order of the addresses. */
export function useBatch(): IpBatch {
  const [answers, setAnswers] = useState<readonly IpAnswer[]>([])
  const [total, setTotal] = useState(0)
  const [running, setRunning] = useState(false)
  const [failure, setFailure] = useState<string>()
  const leaving = useRef<AbortController>(undefined)
  useEffect(() => () => leaving.current?.abort(), [])

  const run = async (addresses: readonly string[]) => {
    leaving.current?.abort()
    const { signal } = (leaving.current = new AbortController())
    setTotal(addresses.length)
    setAnswers([])
    setFailure(undefined)
    setRunning(true)
    try {
      const found = await lookUpAll(addresses, signal, (done) => setAnswers(done.filter((one) => one !== undefined)))
      setAnswers(found)
    } catch (error) {
      if (!isSilent(error)) setFailure((error as Error).message)
    }
    if (!signal.aborted) setRunning(false)
  }
  return { answers, total, running, failure, run: (addresses) => void run(addresses) }
}

async function lookUpAll(
  addresses: readonly string[],
  signal: AbortSignal,
  tell: (done: (IpAnswer | undefined)[]) => void,
) {
  const found: (IpAnswer | undefined)[] = addresses.map(() => undefined)
  let next = 0
  const lane = async () => {
    for (let at = next++; at < addresses.length; at = next++) {
      found[at] = await call(toolCalls.ipQuery, { ip: addresses[at] ?? '' }, { signal })
      tell(found)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return found.filter((one) => one !== undefined)
}
