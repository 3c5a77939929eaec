import { useHabit, withFirst } from './habit.ts'
import { dropPageData } from '../calls/query.ts'
import { session, useSession, type SceneMode } from './session.ts'

export interface SceneView {
  /** 0 = all scenes. */
  id: number
  name: string
  mode: SceneMode
  /** Mode 3: hide or disable writing actions. */
  readOnly: boolean
  /** A scene of the user's own team: actions of an owner are offered. */
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

/** Switches the scene: cached data of the old scene is removed and the page is mounted again. 0 = all scenes. */
export function chooseScene(id: number): void {
  dropPageData()
  take(id)
  const { recentScene } = useHabit.getState()
  if (id) useHabit.setState({ recentScene: withFirst(recentScene, id, 5) })
}

/** Adds a scene to the user's favourites, or removes it. */
export function toggleFavourite(id: number): void {
  useHabit.setState(({ favouriteScene: was }) => ({
    favouriteScene: was.includes(id) ? was.filter((other) => other !== id) : [...was, id].slice(-50),
  }))
}

/**
 * Runs before a scene-bound page is shown: a page that supports all scenes starts with them, other pages return to the
 * previous scene.
 */
export function enterScenePage(allScenes: boolean): void {
  const { scene_id, old_scene_id } = session()
  if (allScenes) take(0)
  else if (scene_id === 0) take(old_scene_id)
}

/** The response from which the scenes of the session were taken. */
let taken: readonly object[] | undefined

/** Stores the caller's scenes; the chosen scene is kept if it still exists, else the first one is chosen. */
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
  // The last single scene is stored separately, for the return from a page with all scenes.
  useSession.setState({ scene_id: id, old_scene_id: id || old_scene_id, scene_name: name, scene_mode: mode })
}
