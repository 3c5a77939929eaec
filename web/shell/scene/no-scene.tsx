import { MapPinPlus, Plus, RotateCw } from 'lucide-react'
import { useGo } from '../../kit/routing/go.tsx'
import { useMay } from '../../kit/session/session.ts'
import { say } from '../../kit/words/words.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'

/** Shown instead of a scene-bound page without a scene, or if the scenes could not be loaded (`onRetry`). */
export function NoScene({ failure, onRetry }: { failure?: Error | undefined; onRetry: () => void }) {
  const go = useGo()
  const may = useMay()
  const action = (
    <>
      {failure && (
        <Button icon={RotateCw} onClick={onRetry}>
          {say({ zh: '重试', en: 'Try again' })}
        </Button>
      )}
      {may('scene.write') && (
        <Button kind={failure ? 'plain' : 'primary'} icon={Plus} onClick={() => go('/scene/manage/list', { add: 1 })}>
          {say({ zh: '立即添加', en: 'Add one now' })}
        </Button>
      )}
    </>
  )
  return (
    <EmptyState
      className="flex-1"
      icon={MapPinPlus}
      title={
        failure
          ? { zh: '场景加载失败', en: 'The scenes could not be loaded' }
          : { zh: '还没有场景', en: 'No scene yet' }
      }
      hint={failure ? failure.message : may('scene.write') ? addHint : askHint}
      action={action}
    />
  )
}

const addHint = {
  zh: '设备按场景管理，例如一个门店或一栋办公楼。先添加一个场景。',
  en: 'Devices are kept in scenes, such as a shop or an office building. Add the first one.',
}
const askHint = {
  zh: '设备按场景管理。请联系管理员为您添加或分享场景。',
  en: 'Devices are kept in scenes. Ask an administrator to add one or share one with you.',
}
