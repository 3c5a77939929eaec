import { radioBand } from '@belvedere/contract/rooms/intent/enums.ts'
import type { Column } from '../../../kit/list/call-table.tsx'
import { lang } from '../../../kit/words/words.ts'
import { Status } from '../../../ui/feedback/status.tsx'
import type { OptimizationItem } from './plan.ts'

const changed = (item: OptimizationItem, field: 'channel' | 'width' | 'power', unit: string) => {
  const [from, to] = [item.before[field], item.after[field]]
  if (from === null) return '–'
  if (from === to) return `${from}${unit}`
  return (
    <>
      <span className="text-faint">{from} → </span>
      <b className="font-medium text-accent-text">
        {to}
        {unit}
      </b>
    </>
  )
}

export const planColumns: Column<OptimizationItem>[] = [
  {
    property: 'name',
    label: { zh: 'AP', en: 'Access point' },
    minWidth: 180,
    fixed: true,
    tooltip: true,
    format: ({ name, sn }) => name || sn,
  },
  { property: 'band', label: { zh: '频段', en: 'Band' }, width: 84, format: ({ band }) => radioBand.label(band, lang) },
  {
    property: 'channel',
    label: { zh: '信道', en: 'Channel' },
    width: 110,
    format: (item) => changed(item, 'channel', ''),
  },
  {
    property: 'width',
    label: { zh: '频宽', en: 'Width' },
    width: 130,
    format: (item) => changed(item, 'width', ' MHz'),
  },
  {
    property: 'power',
    label: { zh: '功率', en: 'Power' },
    width: 120,
    format: (item) => changed(item, 'power', ' dBm'),
  },
  {
    property: 'interference',
    label: { zh: '预测干扰', en: 'Interference' },
    width: 140,
    tips: {
      zh: '被其他发射占用的空口时间，由扫描信号强度与占用率推算',
      en: 'Air time used by others, estimated from received signals and their utilisation',
    },
    format: ({ before, after }) => (
      <>
        {before.interference}% <span className="text-faint">→</span>{' '}
        <span className={after.interference < before.interference ? 'text-success' : ''}>{after.interference}%</span>
      </>
    ),
  },
  {
    property: 'utilisation',
    label: { zh: '实测占用', en: 'Busy now' },
    width: 100,
    position: 'right',
    format: ({ utilisation }) => (utilisation === null ? '–' : `${Math.round(utilisation)}%`),
  },
  {
    property: 'own_cnt',
    label: { zh: '听到（自有 / 外部）', en: 'Visible APs (own / other)' },
    width: 170,
    position: 'right',
    format: ({ own_cnt, stranger_cnt }) => (own_cnt === null ? '–' : `${own_cnt} / ${stranger_cnt ?? 0}`),
  },
  {
    property: 'fixed',
    label: { zh: '状态', en: 'State' },
    width: 130,
    format: ({ fixed, moved }) =>
      fixed === 1 ? (
        <Status tone="disabled" label={{ zh: '不可配置', en: 'Cannot be set' }} />
      ) : moved === 1 ? (
        <Status tone="primary" label={{ zh: '调整', en: 'Moves' }} />
      ) : (
        <Status tone="neutral" label={{ zh: '不变', en: 'Unchanged' }} />
      ),
  },
]
