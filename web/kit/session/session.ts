import { permissionsByMode } from '@belvedere/contract/rooms/account/roles.ts'
import { createContext, useCallback, useContext } from 'react'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { encodedStorage, readStored } from './encoded-storage.ts'

/** A scene of mode 3 is read-only. */
export type SceneMode = 0 | 1 | 2 | 3

/** State that is kept across reloads, encoded in the browser's storage. */
export interface SavedSession {
  uid: number
  token: string
  nickName: string
  avatar: string
  is_admin: 0 | 1
  theme: 0 | 1
  /** 0 on a page that shows all scenes. */
  scene_id: number
  /** The scene to return to after a page with all scenes. */
  old_scene_id: number
  sd_group_net_id: number
}

interface Runtime {
  scene_name: string
  scene_mode: SceneMode
  /** Scenes of the caller, by id. */
  scene: ReadonlyMap<number, { name: string; mode: SceneMode }>
  permissions: readonly string[]
}

export type SessionState = SavedSession & Runtime

const key = 'belvedere.base'

const nobody: SessionState = {
  uid: 0,
  token: '',
  nickName: '',
  avatar: '',
  is_admin: 0,
  theme: 0,
  scene_id: 0,
  old_scene_id: 0,
  sd_group_net_id: 0,
  scene_name: '',
  scene_mode: 0,
  scene: new Map(),
  permissions: [],
}

const storage = encodedStorage<SavedSession>()
let beginning = false

/** Another tab may have changed the signed-in user: the state of this tab must not overwrite that. */
const ownStorage: typeof storage = {
  ...storage,
  setItem: (name, value) => (beginning || value.state.uid === storedUid() ? storage.setItem(name, value) : undefined),
}

/** The base session store. Select one field at a time: `useSession((s) => s.uid)`. */
export const useSession = create<SessionState>()(
  persist((): SessionState => nobody, {
    name: key,
    storage: ownStorage,
    partialize: ({ scene_name, scene_mode, scene, permissions, ...saved }) => saved,
  }),
)

/** The session outside React. */
export const session = (): SessionState => useSession.getState()

export function beginSession(known: Partial<SessionState> & { uid: number; token: string }): void {
  beginning = true
  useSession.setState({ ...nobody, ...known })
  beginning = false
}

/** Removes the session here and in the browser's storage. */
export function wipeSession(): void {
  useSession.setState(nobody)
  useSession.persist.clearStorage()
}

/** The uid in the browser's storage; another tab may have changed it. 0 when signed out. */
export function storedUid(): number {
  return readStored<SavedSession>(key)?.state.uid ?? 0
}

/** The same user signed in again in another tab: use that session, because this tab's session may have ended. */
export function followStoredToken(): void {
  const stored = readStored<SavedSession>(key)?.state
  const { uid, token } = useSession.getState()
  if (stored?.token && stored.uid === uid && stored.token !== token) useSession.setState({ token: stored.token })
}

/** True if the user has one of the permissions, or the screen requires none. */
export function holdsOne(held: readonly string[], wanted: readonly string[] | undefined): boolean {
  return !wanted || wanted.length === 0 || wanted.some((name) => held.includes(name))
}

/** Permissions in a scene of the given mode: those of the role in an own scene, those of the share in any other. */
const heldIn = (mode: SceneMode, own: readonly string[]): readonly string[] =>
  mode === 0 ? own : [...(permissionsByMode.get(mode) ?? [])]

/** True on a page that shows one scene or all of them. */
export const SceneBound = createContext(false)

/**
 * Hides actions without permission: `const may = useMay(); may('device.write') && <Button …/>`. The server decides in
 * any case. On a page of a shared scene, the permissions are those of the share.
 */
export function useMay(): (...wanted: string[]) => boolean {
  const own = useSession((s) => s.permissions)
  const mode = useSession((s) => s.scene_mode)
  const bound = useContext(SceneBound)
  return (...wanted) => holdsOne(bound ? heldIn(mode, own) : own, wanted)
}

/** The same for any scene, for pages with rows of several scenes; a scene that is not known yet counts as own. */
export function useMayIn(): (scene_id: number, ...wanted: string[]) => boolean {
  const own = useSession((s) => s.permissions)
  const scenes = useSession((s) => s.scene)
  return useCallback(
    (scene_id, ...wanted) => holdsOne(heldIn(scenes.get(scene_id)?.mode ?? 0, own), wanted),
    [own, scenes],
  )
}
