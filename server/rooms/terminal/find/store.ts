import sql from 'sql-template-tag'
import type { Out } from '@belvedere/contract/kit/define-calls.ts'
import { commandCalls } from '@belvedere/contract/rooms/task/command.ts'
import type { onlineCalls } from '@belvedere/contract/rooms/terminal/online.ts'
import type { QueryContext } from '../../../kernel/db.ts'
import { isOnline } from '../../../devices/online-store.ts'
import { macPiece } from '../rules.ts'

type FoundTerminalRow = Out<typeof onlineCalls.find>['list'][number]

/** As in the contract. */
const MOST = 8
/** Matches considered before the best are chosen: thousands of telephones share the beginning of their name. */
const MOST_RANKED = 200

/** The expression of the index `terminal_find`. */
const searchText = sql`lower(coalesce(t.hostname, '') || ' ' || coalesce(t.ip, '') || ' ' || replace(t.mac::text, ':', ''))`

/** The terminals that best match a part of a name, an IP address or a hardware address, in any spelling. */
export function findTerminals(ctx: QueryContext, typed: string): Promise<FoundTerminalRow[]> {
  const text = typed.trim().toLowerCase()
  const mac = macPiece(text)
  const hits = [...new Set(mac ? [text, mac] : [text])].map(
    (piece) => sql`(select t.id from terminal t
      where ${searchText} like ${`%${piece.replace(/[\\%_]/g, '\\$&')}%`} and ${ctx.access.sees(sql`t.scene_id`)} limit ${MOST_RANKED})`,
  )
  const may = ctx.access.within(commandCalls.kick).writes(sql`t.scene_id`)
  return ctx.db.rows<FoundTerminalRow>(sql`
    select t.id, t.mac, t.hostname, t.ip, t.link, (t.online and ${isOnline})::int as online, t.last_seen, t.device_id, d.serial as device_sn,
      d.name as device_name, d.type as device_type, t.scene_id, c.name as scene_name,
      ('kick' = any(d.verbs) and ${may})::int as kick
    from (${hits.reduce((all, one) => sql`${all} union ${one}`)}) hit
    join terminal t on t.id = hit.id join device_view d on d.id = t.device_id join device_state_view s on s.device_id = d.id
    join scene_view c on c.id = t.scene_id
    order by t.ip = ${text} desc nulls last, 6 desc, t.last_seen desc, t.id limit ${MOST}`)
}
