import { sceneMode } from '@belvedere/contract/rooms/scene/enums.ts'
import { groupCalls } from '@belvedere/contract/rooms/scene/group.ts'
import { sceneCalls } from '@belvedere/contract/rooms/scene/scene.ts'
import { Plus } from 'lucide-react'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { lazyPart } from '../../../kit/loading/lazy-part.ts'
import { CallTable, type FilterSpec } from '../../../kit/list/call-table.tsx'
import { useGo } from '../../../kit/routing/go.tsx'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { chooseScene } from '../../../kit/session/scene.ts'
import { useMay } from '../../../kit/session/session.ts'
import { useUrlState } from '../../../kit/routing/url-state.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { DemoBanner } from '../../device/api.tsx'
import { ConfigureDialog } from '../../intent/api.tsx'
import { columnsWith } from './columns.tsx'
import { csvColumns } from './csv-columns.ts'
import { entryOf, type ListedScene } from './scene-row.ts'
import { RowActions } from './row-actions.tsx'
import { SceneDialog } from './scene-dialog.tsx'

const ShareDialog = lazyPart(() => import('../my-share/share-dialog.tsx'), 'ShareDialog')

export function View() {
  const may = useMay()
  const go = useGo()
  const [{ add }, setUrl] = useUrlState({ add: 0 })
  const [edited, edit] = useState<ListedScene>()
  const [configured, configure] = useState<ListedScene>()
  const [shared, share] = useState<ListedScene>()
  const open = useCallback(
    (scene: ListedScene) => {
      chooseScene(scene.id)
      go(entryOf(scene))
    },
    [go],
  )
  const columns = useMemo(() => columnsWith(open), [open])
  const filters = useFilters()
  const rowActions = useCallback(
    (scene: ListedScene) => (
      <RowActions scene={scene} onOpen={open} onEdit={edit} onConfigure={configure} onShare={share} />
    ),
    [open],
  )
  const addButton = may('scene.write') && (
    <Button kind="primary" icon={Plus} onClick={() => setUrl({ add: 1 })}>
      {say({ zh: '添加场景', en: 'Add scene' })}
    </Button>
  )
  const empty = {
    title: { zh: '还没有场景', en: 'No scenes yet' },
    hint: {
      zh: '设备按场景管理，例如一个门店或一栋办公楼',
      en: 'Devices are kept in scenes, such as a shop or an office building',
    },
    action: addButton,
  }
  return (
    <>
      <Suspense>
        <DemoBanner everywhere />
      </Suspense>
      <CallTable
        call={sceneCalls.list}
        columns={columns}
        filters={filters}
        searchHint={{ zh: '名称 / 地址', en: 'Name or place' }}
        actions={addButton}
        csv={csvColumns}
        actionsWidth={140}
        rowActions={rowActions}
        empty={empty}
      />
      {may('scene.write') && add === 1 && <SceneDialog onClose={() => setUrl({ add: 0 })} onOpen={open} />}
      {edited && <SceneDialog scene={edited} onClose={() => edit(undefined)} onOpen={open} />}
      <Suspense>
        {shared && <ShareDialog scene_id={shared.id} onClose={() => share(undefined)} />}
        {configured && (
          <ConfigureDialog
            level={0}
            target_id={configured.id}
            name={configured.name}
            readOnly={configured.mode === 3}
            onClose={() => configure(undefined)}
          />
        )}
      </Suspense>
    </>
  )
}

function useFilters(): FilterSpec[] {
  const { data } = useQueryCall(groupCalls.list, { limit: 500, orderby: 'name asc' })
  const groups = data?.list
  return useMemo(
    () => [
      {
        key: 'group_id',
        label: { zh: '分组', en: 'Group' },
        kind: 'select',
        filter: true,
        options: (groups ?? []).map(({ id, name }) => ({ id, label: name })),
      },
      { key: 'mode', label: { zh: '权限', en: 'Right' }, kind: 'select', options: sceneMode.values },
      { key: 'province', label: { zh: '省份', en: 'Province' }, kind: 'text' },
      { key: 'industry', label: { zh: '行业', en: 'Industry' }, kind: 'text' },
    ],
    [groups],
  )
}
