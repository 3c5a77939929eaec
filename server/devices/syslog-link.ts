/** Question (`SyslogSourceRequest`) of a gateway: whose lines these are. Served in every process that has gateways. */
export const syslogSubject = 'log.syslog-source'

export interface SyslogSourceRequest {
  /** Address the message came from. */
  address: string
  /** Digest of the token it carries; '' when it carries none. */
  token: string
  /** As it calls its sender; ''. */
  host: string
}

export interface SyslogAnswer {
  /** 0: nobody's. */
  scene_id: number
  /** 0: no device of the scene has that name or address. */
  device_id: number
}

/** Question (`number[]`) of names of devices, as `[id, name][]`. */
export const syslogNamesSubject = 'log.syslog-names'

/** Published when sources were added or removed: what gateways remember of them is void. */
export const syslogChangedSubject = 'log.syslog-changed'
