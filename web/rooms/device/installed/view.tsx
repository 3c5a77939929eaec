import { useParams } from '@tanstack/react-router'
import { AppsTable } from '../app/apps-table.tsx'
import { typeOfKind, type DeviceKind } from '../device-table/device.ts'

export function View() {
  const { activeName } = useParams({ strict: false }) as { activeName: DeviceKind }
  return <AppsTable type={typeOfKind(activeName)} />
}
