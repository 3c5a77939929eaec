/** `paused`: the tab is hidden. `offline`: the server is unreachable and the browser reports no network. */
export type ConnectionState = 'connecting' | 'live' | 'reconnecting' | 'paused' | 'offline'
/** Messages of the reading window to the others: a received event, its connection state, or only its presence. */
export interface StreamNotice {
  readonly news?: string
  readonly state?: ConnectionState
}
