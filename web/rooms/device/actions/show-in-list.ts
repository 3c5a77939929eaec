import { chooseScene } from '../../../kit/session/scene.ts'
import { session } from '../../../kit/session/session.ts'
import { pageOf } from '../device-table/device.ts'

interface DeviceToShow {
  id: number
  sn: string
  type: number
  scene_id: number
}

/** Navigates to a device in the list of its kind, in its scene, with its row expanded. */
export function showInList(
  { id, sn, type, scene_id }: DeviceToShow,
  go: (to: string, search: Record<string, string | number>) => void,
): void {
  if (session().scene_id !== scene_id) chooseScene(scene_id)
  go(pageOf(type), { search: sn, expand: id })
}
