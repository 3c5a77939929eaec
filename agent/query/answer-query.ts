import type { CgiType } from '@belvedere/contract/kit/cgi-catalogue.ts'
import { type Paged, pageRows, readPaging } from '@belvedere/pure/collection/page-rows.ts'
import { CommandRefusal } from '../refusal.ts'
import { connections } from './connections.ts'
import type { LiveQuery } from './define-query.ts'
import { dhcpLeases } from './dhcp-leases.ts'
import { interfaces } from './interfaces.ts'
import { logTail } from './log-tail.ts'
import { neighbours } from './neighbours.ts'
import { routes } from './routes.ts'
import { services } from './services.ts'
import { system } from './system.ts'
import { terminals } from './terminals.ts'
import { wifiStations } from './wifi-stations.ts'

// The agent is one file, so queries cannot be discovered at run time; the compiler reports a missing query.
const queries: Readonly<Record<CgiType, LiveQuery>> = {
  interfaces,
  routes,
  neighbours,
  dhcp_leases: dhcpLeases,
  terminals,
  connections,
  wifi_stations: wifiStations,
  system,
  services,
  log_tail: logTail,
}

/** One page of a query; `content` is `{page, limit, search, orderby}`. Refuses an unknown type with `Not support`. */
export async function answerQuery(type: unknown, content: unknown): Promise<Paged<object>> {
  const query = Object.values(queries).find((candidate) => candidate.type === type)
  if (!query) throw new CommandRefusal({ zh: 'Not support', en: 'Not support' })
  const paging = readPaging(
    content,
    query.columns.map((column) => column.key),
  )
  const { total, list } = pageRows(await query.rows(), paging)
  return { total, list: list.map(bounded) }
}

const longestCell = 1024

function bounded(row: object): object {
  const cells = Object.entries(row).filter(([, cell]) => cell !== undefined)
  return Object.fromEntries(
    cells.map(([key, cell]) => [key, typeof cell === 'string' ? cell.slice(0, longestCell) : cell]),
  )
}
