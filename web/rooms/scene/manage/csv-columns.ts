import { sceneMode } from '@belvedere/contract/rooms/scene/enums.ts'
import type { CsvColumn } from '../../../kit/call-table.tsx'
import { lang } from '../../../kit/words.ts'
import { absoluteTime } from '../../../ui/relative-time.tsx'
import type { Scene } from './scene-row.ts'

export const csvColumns: CsvColumn<Scene>[] = [
  { label: { zh: '场景', en: 'Scene' }, value: ({ name }) => name },
  { label: { zh: '权限', en: 'Right' }, value: ({ mode }) => sceneMode.label(mode, lang) },
  { label: { zh: '设备总数', en: 'Devices' }, value: ({ device_total }) => device_total },
  { label: { zh: '在线设备', en: 'Devices online' }, value: ({ device_online }) => device_online },
  { label: { zh: '终端', en: 'Terminals' }, value: ({ terminal_cnt }) => terminal_cnt },
  { label: { zh: '分组', en: 'Groups' }, value: ({ groups }) => groups.map(({ name }) => name).join(', ') },
  { label: { zh: '省份', en: 'Province' }, value: ({ province }) => province },
  { label: { zh: '城市', en: 'City' }, value: ({ city }) => city },
  { label: { zh: '详细地址', en: 'Address' }, value: ({ address }) => address },
  { label: { zh: '行业', en: 'Industry' }, value: ({ industry }) => industry },
  { label: { zh: '所属团队', en: 'Owner' }, value: ({ owner }) => owner },
  { label: { zh: '备注', en: 'Remark' }, value: ({ remark }) => remark },
  { label: { zh: '创建时间', en: 'Created' }, value: ({ created_at }) => absoluteTime(created_at) },
]
