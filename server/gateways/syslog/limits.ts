/** Every bound of the receiver: whatever a stranger sends costs no more than these. */
export const syslogLimits = {
  /** Bytes of a message that are read; what is longer is cut. */
  message: 8192,
  /** Bytes a sender may announce by octet counting; more ends the connection. */
  counted: 65_536,
  /** ms after which a connection that says nothing ends. */
  idleMs: 600_000,
  /** ms for the TLS handshake. */
  handshakeMs: 15_000,
  /** Connections of one address that are quiet, of one address, and in all. */
  crowd: { idle: 64, each: 64, all: 1024 },
  /** Senders whose scene is remembered, and for how long, ms. */
  known: 20_000,
  knownMs: 300_000,
  /** The same of those that are nobody's. */
  unknownMs: 30_000,
  /** Questions whose senders they are: in a second, and of one address. */
  asksASecond: 500,
  asksEach: 20,
  /** Messages of one sender that wait for that answer, and senders that wait. */
  waiting: 200,
  senders: 2000,
  /** Bytes of datagrams the system holds for us while we are busy. */
  held: 8 << 20,
}

export type SyslogLimits = typeof syslogLimits
