/** Limits of the receiver: they bound the cost of messages from unknown senders. */
export const syslogLimits = {
  /** Bytes of a message that are read; a longer one is truncated. */
  message: 8192,
  /** Bytes a sender may announce by octet counting; a higher number ends the connection. */
  counted: 65_536,
  /** ms of silence after which a connection is closed. */
  idleMs: 600_000,
  /** ms for the TLS handshake. */
  handshakeMs: 15_000,
  /** Idle connections from one address, connections from one address, and in total. */
  crowd: { idle: 64, each: 64, all: 1024 },
  /** Senders whose scene is cached, and for how long, ms. */
  known: 20_000,
  knownMs: 300_000,
  /** The same for unassigned senders. */
  unknownMs: 30_000,
  /** Look-ups of senders: per second, and per address. */
  asksASecond: 500,
  asksEach: 20,
  /** Messages of one sender that wait for the look-up, and senders that wait. */
  waiting: 200,
  senders: 2000,
  /** Receive buffer for datagrams in bytes, for times when the process is busy. */
  held: 8 << 20,
}

export type SyslogLimits = typeof syslogLimits
