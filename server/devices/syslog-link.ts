/** Question (`SyslogSourceRequest`) of a gateway: whose lines these are. Served in every process that has gateways. */
export const syslogSubject = 'log.syslog-source'

export interface SyslogSourceRequest {
  /** Address the message came from. */
  address: string
  /** Digest of its token; '' without one. */
  token: string
  /** Host name in the message; ''. */
  host: string
}

export interface SyslogAnswer {
  /** 0: unknown. */
  scene_id: number
  /** 0: no device of the scene has that name or address. */
  device_id: number
}

/** Request (`number[]`) for names of devices, as `[id, name][]`. */
export const syslogNamesSubject = 'log.syslog-names'

/** Published when sources were added or removed: invalidates the caches of gateways. */
export const syslogChangedSubject = 'log.syslog-changed'
