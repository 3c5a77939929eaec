import { useMemo } from 'react'
import { useMayIn, useSession } from '../../../kit/session.ts'
import type { Device } from './device.ts'

const readOnlyMode = 3

/** Scenes in which the user may change things, for choosing one. */
export function useWritableScenes(): { id: number; label: string }[] {
  const scenes = useSession((s) => s.scene)
  return useMemo(
    () => [...scenes].filter(([, { mode }]) => mode !== readOnlyMode).map(([id, { name }]) => ({ id, label: name })),
    [scenes],
  )
}

/** `writable(device)`: the user may change this device; `commandable(device)`: may order it about. */
export function useWritable() {
  const mayIn = useMayIn()
  return useMemo(
    () => ({
      writable: ({ scene_id }: Pick<Device, 'scene_id'>) => mayIn(scene_id, 'device.write'),
      commandable: ({ scene_id }: Pick<Device, 'scene_id'>) => mayIn(scene_id, 'device.command'),
      configShown: ({ scene_id }: Pick<Device, 'scene_id'>) => mayIn(scene_id, 'config.read'),
      logShown: ({ scene_id }: Pick<Device, 'scene_id'>) => mayIn(scene_id, 'log.read'),
    }),
    [mayIn],
  )
}
