/** Bounds of the polling gateway: sockets, processes, answers, memory. */
export const limits = {
  /** Tries under way at a time, by kind: each holds one socket (SNMP none of its own), a ping without fping one process. */
  atOnce: { none: 0, ping: 512, tcp: 256, http: 64, snmp: 256 },
  pingProcesses: 32,
  /** Addresses one fping is given. */
  pingBatch: 512,
  /** Bytes of a web page looked through. */
  pageBytes: 65_536,
  /** Variables of one device, and requests one try may make. */
  variables: 20_000,
  requests: 96,
  /** Milliseconds of one SNMP try in all, whatever its monitor says of a single request. */
  snmpMs: 20_000,
  /** Tries between two looks for tables a device did not have. */
  lookAgain: 60,
  /** Longest pause between two tries of a device that is dead, seconds, and how many times its interval at most. */
  deadSeconds: 900,
  deadTimes: 8,
  /** Addresses of one sweep. */
  sweep: 4096,
} as const
