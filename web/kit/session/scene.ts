import { useHabit, withFirst } from './habit.ts'
import { dropPageData } from '../calls/query.ts'
import { session, useSession, type SceneMode } from './session.ts'

export interface SceneView {
  /** 0 = all scenes. */
  id: number
  name: string
  mode: SceneMode
  /** Mode 3: hide or disable what writes. */
  readOnly: boolean
  /** The own team's: what is the owner's to decide is offered. */
  own: boolean
  /** To spread into a call's input; empty for all scenes. */
  input: { scene_id?: number }
}

/** The scene the page shows. */
export function useScene(): SceneView {
  const id = useSession((s) => s.scene_id)
  const name = useSession((s) => s.scene_name)
  const mode = useSession((s) => s.scene_mode)
  return { id, name, mode, readOnly: mode === 3, own: mode === 0, input: id ? { scene_id: id } : {} }
}

/** Switches the scene: what was read for the old one is forgotten and the page mounts again. 0 = all scenes. */
export function chooseScene(id: number): void {
  dropPageData()
  take(id)
  const { recentScene } = useHabit.getState()
  if (id) useHabit.setState({ recentScene: withFirst(recentScene, id, 5) })
}

/** Marks a scene as a favourite of the user, or takes the mark back. */
export function toggleFavourite(id: number): void {
  useHabit.setState(({ favouriteScene: was }) => ({
    favouriteScene: was.includes(id) ? was.filter((other) => other !== id) : [...was, id].slice(-50),
  }))
}

/** Before a scene-bound page shows: one that can begins with all scenes, the others return to the scene left before. */
export function enterScenePage(allScenes: boolean): void {
  const { scene_id, old_scene_id } = session()
  if (allScenes) take(0)
  else if (scene_id === 0) take(old_scene_id)
}

/** The answer the scenes in the session are from. */
let taken: readonly object[] | undefined

/** Takes the caller's scenes; the former scene stays chosen when it still exists, else the first one is. */
export function takeScenes(list: readonly { id: number; name: string; mode: number }[], allScenes: boolean): void {
  if (list !== taken || session().scene.size === 0) {
    const scene = new Map(list.map(({ id, name, mode }) => [id, { name, mode: mode as SceneMode }]))
    useSession.setState({ scene })
    taken = list
  }
  const { scene, scene_id, old_scene_id } = session()
  const wanted = allScenes && scene_id === 0 ? [0] : [scene_id, old_scene_id]
  take(wanted.find((id) => (id === 0 ? allScenes : scene.has(id))) ?? list[0]?.id ?? 0)
}

function take(id: number): void {
  const { scene, old_scene_id } = session()
  const { name = '', mode = 0 } = scene.get(id) ?? {}
  // The last single scene is remembered apart, for the way back from a page with all scenes.
  useSession.setState({ scene_id: id, old_scene_id: id || old_scene_id, scene_name: name, scene_mode: mode })
}
