import { useCallback, useMemo } from 'react'
import { useMay, useSession } from '../../../kit/session.ts'
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
  const may = useMay()
  const scenes = useSession((s) => s.scene)
  const isOpen = useCallback(
    ({ scene_id }: Pick<Device, 'scene_id'>) => scenes.get(scene_id)?.mode !== readOnlyMode,
    [scenes],
  )
  const mayWrite = may('device.write')
  const mayCommand = may('device.command')
  return useMemo(
    () => ({
      writable: (device: Pick<Device, 'scene_id'>) => mayWrite && isOpen(device),
      commandable: (device: Pick<Device, 'scene_id'>) => mayCommand && isOpen(device),
    }),
    [mayWrite, mayCommand, isOpen],
  )
}
