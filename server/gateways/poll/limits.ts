/** Limits of the polling gateway: sockets, processes, responses, memory. */
export const limits = {
  /** Attempts at a time, by kind: each uses one socket (SNMP none of its own), a ping without fping one process. */
  atOnce: { none: 0, ping: 512, tcp: 256, http: 64, snmp: 256 },
  pingProcesses: 32,
  /** Addresses per fping process. */
  pingBatch: 512,
  /** Bytes of a web page that are searched. */
  pageBytes: 65_536,
  /** Variables of one device, and requests of one attempt. */
  variables: 20_000,
  requests: 96,
  /** Milliseconds of one SNMP attempt in total, regardless of the monitor's timeout for a single request. */
  snmpMs: 20_000,
  /** Attempts between two checks for tables that a device did not have. */
  lookAgain: 60,
  /** Longest pause between two attempts for a device that is down, in seconds, and as a multiple of its interval. */
  deadSeconds: 900,
  deadTimes: 8,
  /** Addresses of one sweep. */
  sweep: 4096,
} as const
