import type { ConnectionState, StreamNotice } from './stream-notice.ts'

export interface Relay {
  /** Resolves when this window is to read the stream; the signal is aborted when another window takes over. */
  turn(): Promise<AbortSignal>
  /** Sends an event from the reading window to the others. */
  tell(said: StreamNotice): void
  leave(): void
}

interface RelayMessage extends StreamNotice {
  /** Id of the sending window; if two windows read, the lower id continues. */
  readonly id: number
  /** `hello`: requests the reading window to respond. `bye`: this window stops reading. */
  readonly kind: 'hello' | 'bye' | 'said'
}

/**
 * Milliseconds within which a reading window responds; a random delay of up to the same length prevents simultaneous
 * starts.
 */
const answer = 50

/**
 * Of all windows of one user in this browser, one reads the stream and forwards it to the others: without TLS a
 * browser opens six connections per server, and six streams would block all calls. `silence`: milliseconds without a
 * message after which a window counts as closed. `gone` is called then, before another window takes over.
 */
export function joinRelay(
  uid: number,
  silence: number,
  hear: (said: StreamNotice) => void,
  gone: () => void,
  id = Math.random(),
): Relay {
  const channel = new BroadcastChannel(`belvedere.live.${uid}`)
  let own: AbortController | undefined
  let begin: ((turn: AbortSignal) => void) | undefined
  let state: ConnectionState = 'connecting'
  let timer: ReturnType<typeof setTimeout>
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel belongs to one origin
  const post = (message: Omit<RelayMessage, 'id'>) => channel.postMessage({ id, ...message })
  const take = () => {
    own = new AbortController()
    post({ kind: 'said', state })
    begin?.(own.signal)
  }
  const stand = () => {
    clearTimeout(timer)
    timer = setTimeout(take, answer * (1 + Math.random()))
  }
  const lose = () => {
    gone()
    stand()
  }
  const follow = (said: StreamNotice) => {
    own?.abort()
    own = undefined
    clearTimeout(timer)
    timer = setTimeout(lose, silence)
    hear(said)
  }
  channel.onmessage = ({ data }: MessageEvent<RelayMessage>) => {
    if (data.kind === 'said' && !(own && id < data.id)) follow(data)
    else if (data.kind !== 'bye' && own) post({ kind: 'said', state })
    else if (data.kind === 'bye' && !own) lose()
  }
  post({ kind: 'hello' })
  stand()
  return {
    turn: () => (own ? Promise.resolve(own.signal) : new Promise((resolve) => (begin = resolve))),
    tell(said) {
      state = said.state ?? state
      if (own) post({ kind: 'said', ...said })
    },
    leave() {
      clearTimeout(timer)
      if (own) post({ kind: 'bye' })
      own = undefined
      channel.close()
    },
  }
}
