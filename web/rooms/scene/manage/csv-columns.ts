import { sceneMode } from '@belvedere/contract/rooms/scene/enums.ts'
import type { CsvColumn } from '../../../kit/list/call-table.tsx'
import { lang } from '../../../kit/words/words.ts'
import { absoluteTime } from '../../../ui/values/relative-time.tsx'
import type { ListedScene } from './scene-row.ts'

export const csvColumns: CsvColumn<ListedScene>[] = [
  { label: { zh: '场景', en: 'Scene' }, property: 'name', value: ({ name }) => name },
  { label: { zh: '权限', en: 'Right' }, property: 'name', value: ({ mode }) => sceneMode.label(mode, lang) },
  { label: { zh: '设备总数', en: 'Devices' }, property: 'devices', value: ({ device_total }) => device_total },
  { label: { zh: '在线设备', en: 'Devices online' }, property: 'devices', value: ({ device_online }) => device_online },
  {
    label: { zh: '状态未知设备', en: 'Devices unknown' },
    property: 'devices',
    value: ({ device_unknown }) => device_unknown,
  },
  { label: { zh: '终端', en: 'Terminals' }, property: 'terminal_cnt', value: ({ terminal_cnt }) => terminal_cnt },
  {
    label: { zh: '分组', en: 'Groups' },
    property: 'groups',
    value: ({ groups }) => groups.map(({ name }) => name).join(', '),
  },
  { label: { zh: '省份', en: 'Province' }, property: 'province', value: ({ province }) => province },
  { label: { zh: '城市', en: 'City' }, property: 'province', value: ({ city }) => city },
  { label: { zh: '详细地址', en: 'Address' }, property: 'province', value: ({ address }) => address },
  { label: { zh: '行业', en: 'Industry' }, property: 'industry', value: ({ industry }) => industry },
  { label: { zh: '所属团队', en: 'Owner' }, property: 'owner', value: ({ owner }) => owner },
  { label: { zh: '备注', en: 'Remark' }, property: 'remark', value: ({ remark }) => remark },
  {
    label: { zh: '创建时间', en: 'Created' },
    property: 'created_at',
    value: ({ created_at }) => absoluteTime(created_at),
  },
]
