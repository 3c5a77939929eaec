import { PlannedNote } from '../../../kit/planned-note.tsx'
import { alarmPlan } from '../../alarm/api.tsx'

/** What the page of alarms itself says, without its way to a page for wide screens. */
export function AlarmsTab() {
  return <PlannedNote plan={{ will: alarmPlan.will }} />
}
