import { shareCalls } from '@belvedere/contract/rooms/scene/share.ts'
import { useMutateCall, useQueryCall } from '../../../kit/calls/query.ts'

/** What a code shares, and the way to receive it. The page loads again afterwards: rights are new everywhere. */
export function useReceive(code: string) {
  const { data: offer, error } = useQueryCall(shareCalls.look, { code }, { keep: true })
  const bind = useMutateCall(shareCalls.bind, { quiet: true })
  const receive = async (then: string) => {
    if (await bind.run({ code }, { keep: true })) location.replace(then)
  }
  return { offer, failure: (bind.failure ?? error)?.message, pending: bind.pending, receive }
}

/** A code out of what people paste: the whole link or the code itself. */
export function codeIn(typed: string): string | undefined {
  return /(?:^|[/=])([A-Za-z0-9_-]{16,64})\/?$/.exec(typed.trim())?.[1]
}
