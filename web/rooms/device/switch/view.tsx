import { DeviceTable } from '../device-table/device-table.tsx'

export function View() {
  return <DeviceTable kind="switch" />
}
