import type { ReactNode } from 'react'
import { useGo } from '../../../kit/routing/go.tsx'
import { chooseScene } from '../../../kit/session/scene.ts'
import { session } from '../../../kit/session/session.ts'

interface SceneGoProps {
  scene_id: number
  to: string
  search?: Readonly<Record<string, string | number>>
  children: ReactNode
}

/** Link to a page of another scene. */
export function SceneGo({ scene_id, to, search, children }: SceneGoProps) {
  const go = useGo()
  const open = () => {
    if (session().scene_id !== scene_id) chooseScene(scene_id)
    go(to, search)
  }
  return (
    <button
      type="button"
      onClick={open}
      className="max-w-full truncate rounded text-left align-bottom hover:text-accent-text hover:underline"
    >
      {children}
    </button>
  )
}
