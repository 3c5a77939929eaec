import { openFileLimit } from '../../base/process/open-files.ts'

/** All limits of the gateway: every input of a device is bounded. Tests shorten the times. */
export const defaultLimits = {
  /** ms for the TLS handshake, and again for the HTTP upgrade. */
  upgradeMs: 15_000,
  /** Seconds until a valid `connect`. */
  helloSeconds: 30,
  /** Bytes of one message, as the reference gateway reads them. */
  maxPayload: 512_000,
  /** Frames of one message. */
  maxFragments: 256,
  /** Bytes of a decompressed message. */
  inflated: 8 * 1024 * 1024,
  /** Malformed messages until the device is disconnected; one is forgiven in each interval. */
  faults: 10,
  /**
   * Rate limit of one device: ms per message and bytes per ms, sustained, and the permitted burst, ms. A device that exceeds it
   * is not read until it is within the limit again, for at most `slowedMs`.
   */
  messageMs: 100,
  bytesPerMs: 128,
  aheadMs: 30_000,
  slowedMs: 60_000,
  /**
   * Requested data has a separate limit: answers, and pieces of shells and tunnels that were opened on the device, which arrive
   * as fast as their reader accepts them. ms per message, and their burst, ms; names of sessions that are kept.
   */
  askedMs: 0.5,
  askedAheadMs: 2000,
  streams: 512,
  /** ms between two notices that a device sends too much. */
  floodNoticeMs: 60_000,
  /** Messages kept while the device is being identified or a message decompressed. */
  heldMessages: 256,
  /** Device sockets in total; the other file descriptors of the process are for everything else. */
  sockets: Math.max(256, openFileLimit() - 1024),
  /** Running handshakes; sockets that wait for theirs, ms of that wait, and how many begin in one turn of the event loop. */
  handshakes: 2048,
  waiting: 8192,
  /**
   * The same for one address: a site with thousands of devices has one address, and other sites must still be able to connect.
   */
  handshakesEach: 1536,
  waitingEach: 4096,
  /** When another address needs a place: ms until a silent handshake is closed, and a slow one. */
  silentMs: 500,
  slowMs: 4000,
  /** Connections with one certificate; the oldest is closed first, a device has one. */
  perCertificate: 4,
  /**
   * Two devices with one certificate: replacements of a live device until they are detected, within how many ms, and for how long
   * after the last attempt the connected one keeps its place; ms between two notices; watched serial numbers; ms for the answer
   * of another gateway whether its device is alive.
   */
  rivalTurns: 3,
  rivalTurnsMs: 300_000,
  rivalMs: 900_000,
  rivalReportMs: 60_000,
  rivals: 4096,
  holderMs: 10_000,
  waitMs: 8000,
  burst: 4,
  /** From this number of waiting sockets on there is a pause of some ms between turns, for the first ms of a storm. */
  storm: 64,
  restMs: 4,
  gentleMs: 45_000,
  /** ms after which a load is no longer a storm. */
  stormMs: 180_000,
  /** ms after which a running handshake is not part of a storm. */
  hangMs: 2000,
  /**
   * Rows of refused connections with a certificate, and of those without, that are kept separately until they are reported;
   * certificates of one address; seconds between two reports. Rows that are logged in a number of seconds.
   */
  refusals: 48,
  refusalsEach: 16,
  refusalTicks: 2,
  refusalLogged: 200,
  refusalLoggedTicks: 600,
  /** Concurrent identifications, and ms until one times out. */
  identities: 256,
  identifyMs: 20_000,
  /**
   * Ticks between two comparisons of the local sessions with the stored ones, devices recorded at once, and ms without a tick
   * after which this process was stopped and compares at once.
   */
  sessionTicks: 10,
  resumed: 500,
  stoppedMs: 4000,
  /**
   * Duration of a stop in ms from which on devices may have closed their connections: stock clients wait 10 s for a pong. And ms
   * after it in which a device whose connection ended may reconnect before it counts as offline: they wait 10 s, then 20 s.
   */
  gaveUpMs: 9000,
  returnMs: 35_000,
  /** ms for which the gateway waits until a disconnection is recorded; the recording itself continues. */
  departMs: 60_000,
  /** Devices whose samples are requested at the same time, ms until a silent one is skipped. */
  lateAsked: 64,
  lateMs: 5000,
  /** Certificates that are renewed at the same time, ms of pause after each, and seconds between two checks for due ones. */
  renewals: 2,
  renewalRestMs: 50,
  renewalTicks: 60,
  /** Commands that wait for one device, and commands sent beside the queue. */
  queued: 32,
  aside: 64,
  /** Send buffer of a device in bytes above which no more is sent. */
  unsent: 4 * 1024 * 1024,
  /** Pings without an answer until a device is disconnected. */
  misses: 2,
  /** Seconds for a sign of life of a device in doubt. */
  probeSeconds: 6,
  /** ms of a wheel tick, which counts as one second. */
  tickMs: 1000,
  /** ms for the close frame of a device, and bytes it may still send meanwhile. */
  closeMs: 5000,
  afterwards: 64 * 1024,
}

export type GatewayLimits = typeof defaultLimits
