import { firmwareCalls } from '@belvedere/contract/rooms/firmware/firmware.ts'
import { useState } from 'react'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Badge } from '../../../ui/feedback/status.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { modelsText, nameOf, type Image } from '../library/image.ts'
import { Part } from './part.tsx'

interface FirmwareChoiceProps {
  chosen: readonly number[]
  onChange: (ids: readonly number[]) => void
}

/** Images of one campaign; each device gets the latest compatible one. */
export function FirmwareChoice({ chosen, onChange }: FirmwareChoiceProps) {
  const [search, setSearch] = useState('')
  const { data } = useQueryCall(
    firmwareCalls.list,
    { ready: 1, limit: 500, ...(search ? { search } : {}) },
    { keepPrevious: true },
  )
  const toggle = (id: number, on: boolean) => onChange(on ? [...chosen, id] : chosen.filter((one) => one !== id))
  const rows = [...(data?.list ?? [])].sort(
    (a, b) => Number(chosen.includes(b.id)) - Number(chosen.includes(a.id)) || b.behind - a.behind,
  )
  return (
    <Part
      title={{ zh: '1. 固件', en: '1. Firmware' }}
      hint={{
        zh: '可选多个，每台设备使用其中适用的最新版本',
        en: 'Several may be chosen: each device gets the newest that fits',
      }}
    >
      {(data?.total ?? 0) + search.length > 8 && (
        <TextField
          value={search}
          onChange={setSearch}
          placeholder={say({ zh: '型号 / 版本 / 文件名', en: 'Model, version or file name' })}
          aria-label={say({ zh: '搜索固件', en: 'Search firmware' })}
          className="mb-2"
        />
      )}
      {!data && <Skeleton className="h-24" />}
      <ul className="max-h-64 overflow-y-auto rounded-lg border border-line bg-surface">
        {rows.map((image) => (
          <li key={image.id} className="border-line not-last:border-b">
            <label
              htmlFor={`firmware-${image.id}`}
              className="flex w-full cursor-pointer items-center gap-2 px-3 py-2 hover:bg-hover"
            >
              <Checkbox
                id={`firmware-${image.id}`}
                checked={chosen.includes(image.id)}
                onChange={(on) => toggle(image.id, on)}
              />
              <Choice image={image} />
            </label>
          </li>
        ))}
        {data?.list.length === 0 && (
          <li className="px-3 py-4 text-faint">
            {search
              ? say({ zh: '没有符合条件的固件', en: 'No image matches' })
              : say({ zh: '固件库为空，请先上传固件', en: 'Upload an image first' })}
          </li>
        )}
      </ul>
    </Part>
  )
}

function Choice({ image }: { image: Image }) {
  return (
    <span className="flex min-w-0 flex-1 items-center gap-2">
      <span className="font-medium whitespace-nowrap">{nameOf(image)}</span>
      {image.channel === 'beta' && <Badge tone="warning" label={{ zh: '测试版', en: 'Beta' }} />}
      <span className="min-w-0 flex-1 truncate text-soft">{modelsText(image)}</span>
      {image.behind > 0 && (
        <span className="text-xs whitespace-nowrap text-soft">
          {say({ zh: '{n} 台落后', en: '{n} behind' }, { n: image.behind })}
        </span>
      )}
    </span>
  )
}
