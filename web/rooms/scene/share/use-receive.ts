import { shareCalls } from '@belvedere/contract/rooms/scene/share.ts'
import { useMutateCall, useQueryCall } from '../../../kit/calls/query.ts'

/**
 * The content of a code, and a function to accept it. The page is reloaded afterwards, because rights have changed.
 */
export function useReceive(code: string) {
  const { data: offer, error } = useQueryCall(shareCalls.look, { code }, { keep: true })
  const bind = useMutateCall(shareCalls.bind, { quiet: true })
  const receive = async (then: string) => {
    if (await bind.run({ code }, { keep: true })) location.replace(then)
  }
  return { offer, failure: (bind.failure ?? error)?.message, pending: bind.pending, receive }
}

/** The code in a pasted text: a whole link or only the code. */
export function codeIn(typed: string): string | undefined {
  return /(?:^|[/=])([A-Za-z0-9_-]{16,64})\/?$/.exec(typed.trim())?.[1]
}
