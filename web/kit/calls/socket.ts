/** Handlers of a WebSocket of the API. Binary messages are bytes, text messages JSON. */
export interface SocketEvents {
  open?: () => void
  bytes?: (bytes: Uint8Array) => void
  text?: (text: string) => void
  /** The socket was closed by either side, or could not be opened. */
  end?: () => void
}

export interface Socket {
  /** Dropped when the socket is not open. */
  send(data: string | Uint8Array<ArrayBuffer>): void
  close(): void
}

/**
 * Opens a WebSocket below /api/v1/. The session is sent as a one-time ticket in `query`, because a WebSocket has no
 * custom headers.
 */
export function openSocket(path: string, query: Readonly<Record<string, string>>, events: SocketEvents): Socket {
  const url = new URL(`/api/v1/${path}?${new URLSearchParams(query)}`, location.href)
  url.protocol = url.protocol.replace('http', 'ws')
  const socket = new WebSocket(url)
  socket.binaryType = 'arraybuffer'
  socket.onopen = () => events.open?.()
  socket.onclose = () => events.end?.()
  socket.onmessage = ({ data }) =>
    typeof data === 'string' ? events.text?.(data) : events.bytes?.(new Uint8Array(data as ArrayBuffer))
  return {
    send: (data) => socket.readyState === WebSocket.OPEN && socket.send(data),
    close: () => socket.close(),
  }
}
