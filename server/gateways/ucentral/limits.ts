import { openFileLimit } from '../../base/process/open-files.ts'

/** Every bound of the gateway: nothing a device does is without one. Tests shorten the times. */
export const defaultLimits = {
  /** ms for the TLS handshake, and again for the HTTP upgrade. */
  upgradeMs: 15_000,
  /** Seconds until a valid `connect`. */
  helloSeconds: 30,
  /** Bytes of one message, as the reference gateway reads them. */
  maxPayload: 512_000,
  /** Frames one message may come in. */
  maxFragments: 256,
  /** Bytes a compressed message may grow to. */
  inflated: 8 * 1024 * 1024,
  /** Malformed messages until the device is let go; one is forgiven each beat. */
  faults: 10,
  /**
   * What one device may send: ms a message and bytes a ms, sustained, and how far it may run ahead of that, ms. A device that
   * exceeds it is read no further until it is back within, for `slowedMs` at most.
   */
  messageMs: 100,
  bytesPerMs: 128,
  aheadMs: 30_000,
  slowedMs: 60_000,
  /**
   * What was asked for is not counted against that: answers, and pieces of shells and tunnels that were opened on it, which
   * come as fast as their reader takes them. ms a message, and how far those may run ahead, ms; names of them that are kept.
   */
  askedMs: 0.5,
  askedAheadMs: 2000,
  streams: 512,
  /** ms from one notice that a device sends too much to the next. */
  floodNoticeMs: 60_000,
  /** Messages kept while the device is being identified or a message inflated. */
  heldMessages: 256,
  /** Device sockets in all; the rest of the files a process may open is for everything else. */
  sockets: Math.max(256, openFileLimit() - 1024),
  /** Handshakes under way; sockets waiting for theirs, ms they wait, and how many begin in one turn of the event loop. */
  handshakes: 2048,
  waiting: 8192,
  /** The same of one address: a site of thousands of devices has one, and other sites are to find the door open. */
  handshakesEach: 1536,
  waitingEach: 4096,
  /** When somebody else wants its place: ms until a handshake in which nothing came is cut, and one that comes slowly. */
  silentMs: 500,
  slowMs: 4000,
  /** Connections with one certificate; the oldest gives way, a device has one. */
  perCertificate: 4,
  /**
   * Two devices with one certificate: replacements of a device that is there until it counts as that, within how many ms, and for how
   * long after the last attempt the one that is connected keeps its place; ms from one notice to the next; serial numbers watched; ms in which another gateway
   * answers whether its device is there.
   */
  rivalTurns: 3,
  rivalTurnsMs: 300_000,
  rivalMs: 900_000,
  rivalReportMs: 60_000,
  rivals: 4096,
  holderMs: 10_000,
  waitMs: 8000,
  burst: 4,
  /** From so many sockets at the door on, ms pass from turn to turn, for the first ms of a storm. */
  storm: 64,
  restMs: 4,
  gentleMs: 45_000,
  /** ms after which a storm is none any more: who keeps the door crowded for longer is no herd. */
  stormMs: 180_000,
  /** ms after which a handshake under way is no sign of a herd. */
  hangMs: 2000,
  /**
   * Rows of refused connections with a certificate, and of those without, that are kept apart until they are reported; certificates of
   * one address; seconds from one report to the next. Rows that are logged in a number of seconds.
   */
  refusals: 48,
  refusalsEach: 16,
  refusalTicks: 2,
  refusalLogged: 200,
  refusalLoggedTicks: 600,
  /** Identity questions under way at once, and ms until one is given up. */
  identities: 256,
  identifyMs: 20_000,
  /** Ticks from one comparison of the sessions held with those shown to the next, devices taken up at once, and ms without a tick after which this process was stopped and compares at once. */
  sessionTicks: 10,
  resumed: 500,
  stoppedMs: 4000,
  /**
   * ms of a stop from which on devices may have given up their connections: stock clients wait 10 s for the answer to a ping. And ms
   * after it in which a device whose connection ended may return before it counts as gone: they wait 10 s, then 20 s.
   */
  gaveUpMs: 9000,
  returnMs: 35_000,
  /** ms after which we stop listening whether a departure was booked; the booking goes on. */
  departMs: 60_000,
  /** Devices asked at once for what they measured while nobody listened, ms until one that says nothing is passed over. */
  lateAsked: 64,
  lateMs: 5000,
  /** Certificates that are renewed at once, ms of rest after each, and seconds from one look at who is due to the next. */
  renewals: 2,
  renewalRestMs: 50,
  renewalTicks: 60,
  /** Commands waiting for one device's turn, and sent beside the queue. */
  queued: 32,
  aside: 64,
  /** Bytes a device may leave unread before nothing more is sent to it. */
  unsent: 4 * 1024 * 1024,
  /** Pings without an answer until a device is gone. */
  misses: 2,
  /** Seconds in which a device that is doubted must show a sign. */
  probeSeconds: 6,
  /** ms of a wheel's tick, which counts as one second. */
  tickMs: 1000,
  /** ms a closed connection has to say goodbye, and bytes it may still send meanwhile. */
  closeMs: 5000,
  afterwards: 64 * 1024,
}

export type GatewayLimits = typeof defaultLimits
