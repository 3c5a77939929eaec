import { Type } from 'typebox'

const octet = String.raw`(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`
const v4 = String.raw`${octet}(\.${octet}){3}`
const g = '[0-9A-Fa-f]{1,4}'
const v6 = [
  `(${g}:){7}${g}`,
  `(${g}:){1,7}:`,
  `(${g}:){1,6}:${g}`,
  `(${g}:){1,5}(:${g}){1,2}`,
  `(${g}:){1,4}(:${g}){1,3}`,
  `(${g}:){1,3}(:${g}){1,4}`,
  `(${g}:){1,2}(:${g}){1,5}`,
  `${g}:(:${g}){1,6}`,
  `:((:${g}){1,7}|:)`,
  `::([Ff]{4}:)?${v4}`,
].join('|')
const label = '[A-Za-z0-9_]([A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?'
/** All programs read a name whose last label is a number as an IPv4 address; it is refused here: `999.1.1.1`, `1.2.3`. */
const name = String.raw`(?!(.*\.)?(\d+|0[xX][0-9A-Fa-f]*)$)${label}(\.${label})*`

/** The peer of a connection: an IPv4 address, an IPv6 address without brackets or zone, or a host name. */
export const Host = Type.String({ minLength: 1, maxLength: 253, pattern: `^(${v4}|${v6}|${name})$` })
export const Port = Type.Integer({ minimum: 1, maximum: 65_535 })
