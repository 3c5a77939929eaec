import { LogIn, Pencil, Share2, SlidersHorizontal, Trash2 } from 'lucide-react'
import { useMay, useMayIn } from '../../../kit/session/session.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import type { ListedScene } from './scene-row.ts'
import { useRemoveScene } from './use-remove-scene.tsx'

interface SceneActionsProps {
  scene: ListedScene
  onOpen: (scene: ListedScene) => void
  onEdit: (scene: ListedScene) => void
  onConfigure: (scene: ListedScene) => void
  onShare: (scene: ListedScene) => void
}

export function RowActions({ scene, onOpen, onEdit, onConfigure, onShare }: SceneActionsProps) {
  const may = useMay()
  const mayIn = useMayIn()
  const remove = useRemoveScene()
  return (
    <span className="inline-flex items-center">
      <IconButton size="s" icon={LogIn} label={{ zh: '进入场景', en: 'Enter' }} onClick={() => onOpen(scene)} />
      {mayIn(scene.id, 'config.read') && (
        <IconButton
          size="s"
          icon={SlidersHorizontal}
          label={{ zh: '配置', en: 'Configure' }}
          onClick={() => onConfigure(scene)}
        />
      )}
      {mayIn(scene.id, 'scene.write') && (
        <IconButton size="s" icon={Pencil} label={{ zh: '编辑', en: 'Edit' }} onClick={() => onEdit(scene)} />
      )}
      {may('scene.share') && scene.mode === 0 && (
        <IconButton size="s" icon={Share2} label={{ zh: '分享', en: 'Share' }} onClick={() => onShare(scene)} />
      )}
      {may('scene.remove') && scene.mode === 0 && (
        <IconButton size="s" icon={Trash2} label={{ zh: '删除', en: 'Remove' }} onClick={() => void remove(scene)} />
      )}
    </span>
  )
}
