import { MapPinPlus, Plus } from 'lucide-react'
import { useGo } from '../kit/go.tsx'
import { say } from '../kit/words.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

export function NoScene() {
  const go = useGo()
  const add = (
    <Button kind="primary" icon={Plus} onClick={() => go('/scene/manage/list', { add: 1 })}>
      {say({ zh: '立即添加', en: 'Add one now' })}
    </Button>
  )
  return (
    <EmptyState
      className="flex-1"
      icon={MapPinPlus}
      title={{ zh: '还没有场景', en: 'No scene yet' }}
      hint={{
        zh: '设备按场景管理，例如一个门店或一栋办公楼。先添加一个场景。',
        en: 'Devices are kept in scenes, such as a shop or an office building. Add the first one.',
      }}
      action={add}
    />
  )
}
