/** `paused`: the tab is hidden. `offline`: the server cannot be reached and the browser says that it has no network. */
export type ConnectionState = 'connecting' | 'live' | 'reconnecting' | 'paused' | 'offline'
/** What the window that reads the stream tells the others: an event as it came, how it stands, or only that it is there. */
export interface StreamNotice {
  readonly news?: string
  readonly state?: ConnectionState
}
