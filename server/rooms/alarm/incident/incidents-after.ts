import { incidentState } from '@belvedere/contract/rooms/alarm/incident-enums.ts'
import type { Db } from '../../../kernel/db.ts'
import { catalogue, phraseOf } from '../../alarm-type/api.ts'
import type { Incident } from './incident.ts'
import { type IncidentRow, newsAfter } from './store.ts'

/** Events of incidents after one of them, oldest first. */
export async function incidentsAfter(db: Db, news_id: number, limit: number): Promise<Incident[]> {
  return (await newsAfter(db, news_id, limit)).map(incidentOf)
}

const states = Object.fromEntries(Object.entries(incidentState.id).map(([name, id]) => [id, name])) as Record<
  IncidentRow['state'],
  Incident['state']
>

function incidentOf({ key, params, state, ...row }: IncidentRow): Incident {
  const momentary = catalogue.get(row.type)?.momentary === true
  return { ...row, state: states[state], momentary, words: phraseOf({ type: row.type, key, params }) }
}
