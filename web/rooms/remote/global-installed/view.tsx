import { AppsTable } from '../app/apps-table.tsx'

export function View() {
  return <AppsTable />
}
