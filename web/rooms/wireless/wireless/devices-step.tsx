import { say } from '../../../kit/words/words.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { MiniTable, type MiniColumn } from '../../../ui/data-table/mini-table.tsx'
import type { Wizard } from './use-wizard.ts'
import { nameOf, type ListedDevice } from '../../device/api.tsx'

/** Selects access points: by model, individually, or all of the scene including future ones. */
export function DevicesStep({ wizard }: { wizard: Wizard }) {
  const { devices, chosen, setChosen, whole, setWhole, scene_id } = wizard
  const models = Map.groupBy(devices, ({ model }) => model)
  const put = (ids: readonly number[], on: boolean) => {
    const next = new Set(chosen)
    for (const id of ids) {
      if (on) next.add(id)
      else next.delete(id)
    }
    setChosen(next)
  }
  const columns: MiniColumn<ListedDevice>[] = [
    {
      label: { zh: '选择', en: 'Choose' },
      format: (device) => (
        <Checkbox aria-label={nameOf(device)} checked={chosen.has(device.id)} onChange={(on) => put([device.id], on)} />
      ),
    },
    { label: { zh: '名称', en: 'Name' }, format: nameOf },
    { label: { zh: '型号', en: 'Model' }, format: ({ model }) => model },
    { label: { zh: '固件版本', en: 'Firmware' }, format: ({ firmware }) => firmware },
    {
      label: { zh: '状态', en: 'State' },
      format: ({ online }) => (online ? say({ zh: '在线', en: 'Online' }) : say({ zh: '离线', en: 'Offline' })),
    },
  ]
  return (
    <div className="flex flex-col gap-4">
      <fieldset className="flex flex-wrap gap-x-5 gap-y-2">
        <legend className="mb-2 text-xs font-medium text-soft">{say({ zh: '按型号选择', en: 'By model' })}</legend>
        {[...models].map(([model, of]) => {
          const on = of.filter(({ id }) => chosen.has(id)).length
          const ids = of.map(({ id }) => id)
          return (
            <Checkbox
              key={model}
              label={`${model || '–'} (${on}/${of.length})`}
              checked={on === of.length}
              mixed={on > 0 && on < of.length}
              onChange={(all) => put(ids, all)}
            />
          )
        })}
      </fieldset>
      {scene_id !== undefined && (
        <Checkbox
          label={{
            zh: '写入整个场景：场景内所有 AP 以及以后加入的 AP 都继承',
            en: 'State it for the whole scene: all its access points inherit it, those to come too',
          }}
          checked={whole}
          onChange={setWhole}
        />
      )}
      <MiniTable
        label={{ zh: '已选的 AP', en: 'Access points' }}
        columns={columns}
        rows={devices}
        rowKey={({ id }) => id}
        className="max-h-72"
      />
    </div>
  )
}
