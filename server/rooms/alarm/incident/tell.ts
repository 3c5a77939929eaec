import { incidentState } from '@belvedere/contract/rooms/alarm/set-enums.ts'
import type { Db } from '../../../kernel/db.ts'
import type { System } from '../../../kernel/implement.ts'
import { alarmIncident, type Incident } from './incident.ts'
import { catalogue, phraseOf } from '../catalogue.ts'
import { type IncidentRow, newsAfter, takeNews } from './store.ts'

/** Words told in one turn. */
const MOST = 500

/** What was to be told after a word, oldest first: for whoever keeps a mark of its own and must not miss one. */
export async function incidentsAfter(db: Db, news_id: number, limit = MOST): Promise<Incident[]> {
  return (await newsAfter(db, news_id, limit)).map(incidentOf)
}

/** Tells what has not been told; several processes may do so at once, each word comes from one of them. */
export async function tellIncidents(system: System): Promise<number> {
  const news = await takeNews(system.db, MOST)
  for (const one of news) system.emit(alarmIncident, incidentOf(one))
  return news.length
}

const states = Object.fromEntries(Object.entries(incidentState.id).map(([name, id]) => [id, name])) as Record<
  IncidentRow['state'],
  Incident['state']
>

function incidentOf({ key, params, state, ...row }: IncidentRow): Incident {
  const momentary = catalogue.get(row.type)?.momentary === true
  return { ...row, state: states[state], momentary, words: phraseOf({ type: row.type, key, params }) }
}
