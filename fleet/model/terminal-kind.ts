/** A type of client device: vendor, name, times of presence, traffic. */
export interface TerminalKind {
  key: string
  weight: number
  /** First three bytes of the vendors' MAC addresses. */
  ouis: readonly string[]
  /** `#` stands for a random hexadecimal digit. */
  names: readonly string[]
  presence: 'always' | 'guest' | 'worker' | 'visitor'
  /** It roams between access points. */
  mobile: boolean
  /** Uses a random MAC address, as phones do. */
  hidden?: number
  ax: boolean
  sixGhz?: boolean
  streams: 1 | 2
  /** Mean bit/s while it is in use. */
  down: number
  up: number
  /** Share of its traffic within the site (file server, video recorder). */
  local?: number
  /** Watts that it draws from a PoE port. */
  draws?: number
}
