import { useParams } from '@tanstack/react-router'
import { AppsTable } from '../app/apps-table.tsx'
import { type DeviceKind, typeOfKind } from '../../device/api.tsx'

export function View() {
  const { activeName } = useParams({ strict: false }) as { activeName: DeviceKind }
  return <AppsTable type={typeOfKind(activeName)} />
}
