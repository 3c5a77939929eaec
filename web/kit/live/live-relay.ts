import type { ConnectionState, StreamNotice } from './stream-notice.ts'

export interface Relay {
  /** Waits until it is this window that reads the stream; the signal ends when it is another one again. */
  turn(): Promise<AbortSignal>
  /** To the other windows, from the one that reads. */
  tell(said: StreamNotice): void
  leave(): void
}

interface RelayMessage extends StreamNotice {
  /** Of the window that sends it; where two read, the lower one goes on. */
  readonly id: number
  /** `hello`: who reads? `bye`: I do not any more. */
  readonly kind: 'hello' | 'bye' | 'said'
}

/** ms within which a window that reads answers; as much again at random, so that not all begin at once. */
const answer = 50

/**
 * Of all windows of one user in this browser one reads the stream, and the others hear it from there: to a server without TLS a
 * browser opens six connections in all, and six streams would leave none for calls. `silence`: ms after which a window that
 * says nothing is gone. `gone` is called when it is, and somebody has yet to take its place.
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
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
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
