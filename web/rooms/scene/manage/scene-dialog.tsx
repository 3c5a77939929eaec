import { deviceCalls } from '@belvedere/contract/rooms/device/device.ts'
import { coordinateSystem } from '@belvedere/contract/rooms/scene/place/enums.ts'
import { sceneCalls } from '@belvedere/contract/rooms/scene/scene.ts'
import { useState } from 'react'
import { useMutateCall, useQueryCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { FormDialog } from '../../../ui/dialogs/dialog.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { draftOf, inputOf, problemsOf, timeZones, type SceneDraft, type SceneProblems } from './scene-draft.ts'
import type { ListedScene } from './scene-row.ts'

interface SceneDialogProps {
  /** Undefined: a new object. */
  scene?: ListedScene
  onClose: () => void
  onOpen: (scene: ListedScene) => void
}

export function SceneDialog({ scene, onClose, onOpen }: SceneDialogProps) {
  const [draft, setDraft] = useState<SceneDraft>(() => draftOf(scene))
  const [problems, setProblems] = useState<SceneProblems>({})
  const add = useMutateCall(sceneCalls.add)
  const change = useMutateCall(sceneCalls.change, { done: { zh: '已保存', en: 'Saved' } })
  const set = (part: Partial<SceneDraft>) => {
    setDraft((was) => ({ ...was, ...part }))
    setProblems({})
  }
  const submit = async () => {
    const found = problemsOf(draft)
    setProblems(found)
    if (Object.keys(found).length > 0) return
    if (scene) return (await change.run({ id: scene.id, rev: scene.rev, ...inputOf(draft, true) })) && onClose()
    const made = await add.run(inputOf(draft, false))
    if (!made) return
    onClose()
    const enter = { label: { zh: '进入场景', en: 'Enter it' }, run: () => onOpen({ ...emptyScene, id: made.id }) }
    toast.success(say({ zh: '已添加场景“{name}”', en: 'The scene “{name}” was added' }, { name: draft.name.trim() }), {
      action: enter,
    })
  }
  const { fields } = scene ? change : add
  const errorOf = (key: keyof SceneDraft) => problems[key] ?? fields[key]
  const field = (key: Exclude<keyof SceneDraft, 'main_device_id' | 'time_zone' | 'crs'>) => ({
    value: draft[key],
    onChange: (text: string) => set({ [key]: text }),
    error: errorOf(key),
    autoComplete: 'off',
  })
  return (
    <FormDialog
      open
      width={600}
      title={scene ? { zh: '编辑场景', en: 'Edit scene' } : { zh: '添加场景', en: 'Add scene' }}
      ok={scene ? { zh: '保存', en: 'Save' } : { zh: '添加', en: 'Add' }}
      pending={add.pending || change.pending}
      dirty={JSON.stringify(draft) !== JSON.stringify(draftOf(scene))}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <div className="grid grid-cols-2 gap-x-4 gap-y-3.5 max-sm:grid-cols-1">
        <TextField
          autoFocus
          required
          label={{ zh: '场景名称', en: 'Name' }}
          className="col-span-full"
          {...field('name')}
        />
        <TextField label={{ zh: '省份', en: 'Province' }} {...field('province')} />
        <TextField label={{ zh: '城市', en: 'City' }} {...field('city')} />
        <TextField
          label={{ zh: '详细地址', en: 'Address' }}
          maxLength={128}
          className="col-span-full"
          {...field('address')}
        />
        <TextField label={{ zh: '纬度', en: 'Latitude' }} placeholder="31.230416" {...field('lat')} />
        <TextField label={{ zh: '经度', en: 'Longitude' }} placeholder="121.473701" {...field('lng')} />
        <Select
          className="col-span-full"
          label={{ zh: '坐标系', en: 'Coordinate system' }}
          hint={{
            zh: '从地图服务复制的坐标请选对应坐标系，保存时统一换算',
            en: 'Where the coordinates were copied from; they are kept in WGS-84',
          }}
          options={coordinateSystem.values}
          value={draft.crs}
          onChange={(crs) => set({ crs })}
        />
        <TextField label={{ zh: '行业', en: 'Industry' }} {...field('industry')} />
        <Select
          filter
          label={{ zh: '时区', en: 'Time zone' }}
          options={timeZones}
          value={draft.time_zone}
          onChange={(time_zone) => set({ time_zone })}
          error={errorOf('time_zone')}
        />
        {scene && scene.device_total > 0 && (
          <MainDevice
            scene_id={scene.id}
            value={draft.main_device_id}
            onChange={(main_device_id) => set({ main_device_id })}
            error={errorOf('main_device_id')}
          />
        )}
        <TextArea label={{ zh: '备注', en: 'Remark' }} className="col-span-full" {...field('remark')} />
      </div>
    </FormDialog>
  )
}

const nothing = { total: 0, online: 0 }
const emptyScene = {
  device: { router: nothing, ap: nothing, switch: nothing, firewall: nothing, soft: nothing, other: nothing },
} as ListedScene

function MainDevice({
  scene_id,
  value,
  onChange,
  error,
}: {
  scene_id: number
  value: number | null
  onChange: (id: number | null) => void
  error?: SceneProblems['name'] | string
}) {
  const { data, isPending } = useQueryCall(deviceCalls.option, { scene_id })
  const options = (data?.list ?? []).map(({ id, name, sn }) => ({ id, label: name || sn }))
  return (
    <Select
      filter
      className="col-span-full"
      label={{ zh: '主设备', en: 'Main device' }}
      hint={{
        zh: '代表本场景的出口设备，默认是最早加入的路由器',
        en: 'The device that represents the scene; by default the oldest router',
      }}
      placeholder={{ zh: '自动选择', en: 'Chosen automatically' }}
      options={options}
      loading={isPending}
      value={value ?? undefined}
      onChange={onChange}
      onClear={() => onChange(null)}
      error={error}
    />
  )
}
