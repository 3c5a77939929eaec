import { useMemo } from 'react'
import { useMayIn, useSession } from '../../../kit/session/session.ts'
import type { ListedDevice } from './device.ts'

const ownMode = 0

/** Scenes of the user's team, to which devices can be added or moved. */
export function useOwnScenes(): { id: number; label: string }[] {
  const scenes = useSession((s) => s.scene)
  return useMemo(
    () => [...scenes].filter(([, { mode }]) => mode === ownMode).map(([id, { name }]) => ({ id, label: name })),
    [scenes],
  )
}

/**
 * `writable(device)`: the user may change this device; `commandable(device)`: may send it commands;
 * `configurable(device)`: may send it configuration; `owned(device)`: it belongs to the user's team, which may move,
 * group, replace and remove it.
 */
export function useWritable() {
  const mayIn = useMayIn()
  const scenes = useSession((s) => s.scene)
  return useMemo(
    () => ({
      writable: ({ scene_id }: Pick<ListedDevice, 'scene_id'>) => mayIn(scene_id, 'device.write'),
      owned: ({ scene_id }: Pick<ListedDevice, 'scene_id'>) =>
        mayIn(scene_id, 'device.write') && scenes.get(scene_id)?.mode === ownMode,
      commandable: ({ scene_id }: Pick<ListedDevice, 'scene_id'>) => mayIn(scene_id, 'device.command'),
      configurable: ({ scene_id }: Pick<ListedDevice, 'scene_id'>) => mayIn(scene_id, 'change.write'),
      configShown: ({ scene_id }: Pick<ListedDevice, 'scene_id'>) => mayIn(scene_id, 'config.read'),
      logShown: ({ scene_id }: Pick<ListedDevice, 'scene_id'>) => mayIn(scene_id, 'log.read'),
    }),
    [mayIn, scenes],
  )
}
