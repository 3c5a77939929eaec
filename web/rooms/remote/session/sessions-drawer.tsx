import { say } from '../../../kit/words/words.ts'
import { Drawer } from '../../../ui/dialogs/drawer.tsx'
import { SessionsTable } from './sessions-table.tsx'
import { nameOf, type ListedDevice } from '../../device/api.tsx'

export function SessionsDrawer({ device, onClose }: { device: ListedDevice; onClose: () => void }) {
  const title = say({ zh: '远程会话 · {name}', en: 'Remote sessions · {name}' }, { name: nameOf(device) })
  return (
    <Drawer open onClose={onClose} width={960} title={title}>
      <SessionsTable device_id={device.id} />
    </Drawer>
  )
}
