import sql, { type Sql } from 'sql-template-tag'
import type { Out } from '@belvedere/contract/kit/define-calls.ts'
import type { deviceCalls } from '@belvedere/contract/rooms/device/device.ts'
import type { QueryContext } from '../../../kernel/db.ts'
import { isOnline } from '../../../devices/online-store.ts'
import { serialPiece } from '../rules.ts'

type FoundDeviceRow = Out<typeof deviceCalls.find>['list'][number]

/** As in the contract. */
const MOST = 8
/** Matches considered before the best are chosen: limits the cost of a word that half of all devices share. */
const MOST_RANKED = 200

const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')
/** The expression of the index `device_find`. */
const searchText = sql`(d.search_text || ' ' || replace(lower(coalesce(d.mac, '')), ':', ''))`

/**
 * The devices that best match a part of a name, serial number, hardware address, IP address or model, in any spelling.
 * Identity is found by trigrams; addresses change too often for an index and are scanned, one narrow row for each
 * device.
 */
export function findDevices(ctx: QueryContext, typed: string): Promise<FoundDeviceRow[]> {
  const text = typed.trim().toLowerCase()
  const mine = ctx.access.sees(sql`d.scene_id`)
  const hits = pieces(text).map(
    (piece) =>
      sql`(select d.id from device d where ${searchText} like ${`%${literal(piece)}%`} and ${mine} limit ${MOST_RANKED})`,
  )
  if (isAddress(text)) hits.push(withAddress(`${literal(text)}%`, mine))
  return ctx.db.rows<FoundDeviceRow>(sql`
    select d.id, d.serial as sn, d.name, d.type, d.model, ${isOnline}::int as online, (s.online and not ${isOnline})::int as unknown, d.scene_id, c.name as scene_name,
      coalesce(s.wan_ip, s.lan_ip, s.address) as ip, d.verbs
    from (${hits.reduce((all, one) => sql`${all} union ${one}`)}) hit
    join device d on d.id = hit.id join device_state s on s.device_id = d.id join scene_view c on c.id = d.scene_id
    order by lower(d.name) like ${`${literal(text)}%`} desc, s.online desc, lower(d.name), d.id limit ${MOST}`)
}

/** First the narrow rows alone: few of them match, and only for those the device is read. */
const withAddress = (start: string, mine: Sql): Sql => sql`(
  with addressed as materialized (
    select s.device_id from device_state s where s.wan_ip like ${start} or s.lan_ip like ${start} or s.address like ${start}
  )
  select d.id from addressed join device d on d.id = addressed.device_id where ${mine} limit ${MOST_RANKED})`

/** The typed text, and its digits when they may belong to a serial number and are not part of an IP address. */
function pieces(text: string): string[] {
  const digits = /^\d{1,3}(\.\d{0,3}){1,3}$/.test(text) ? undefined : serialPiece(text)
  return [...new Set(digits ? [text, digits] : [text])]
}

const isAddress = (text: string) => /^[0-9a-f]*[.:][0-9a-f.:]*$/.test(text)
