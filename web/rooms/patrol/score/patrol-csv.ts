import { findingChange, findingGroup, findingLevel } from '@belvedere/contract/rooms/patrol/enums.ts'
import { saveCsv } from '../../../kit/list/save-csv.ts'
import { lang } from '../../../kit/words/words.ts'
import type { Affected, PatrolFinding, Patrol } from './patrol.ts'

interface PatrolCsvLine {
  finding: PatrolFinding
  device: Affected
}

/** Every finding of every device as a line of a file. */
export function savePatrol(scene: string, { items }: Patrol): void {
  const lines = items.flatMap((finding) => finding.devices.map((device): PatrolCsvLine => ({ finding, device })))
  saveCsv(
    `patrol-${scene}`,
    [
      {
        label: { zh: '级别', en: 'Level' },
        value: ({ finding }: PatrolCsvLine) => findingLevel.label(finding.level, lang),
      },
      {
        label: { zh: '分类', en: 'Group' },
        value: ({ finding }: PatrolCsvLine) => findingGroup.label(finding.group, lang),
      },
      { label: { zh: '问题', en: 'Finding' }, value: ({ finding }: PatrolCsvLine) => finding.title },
      { label: { zh: '设备', en: 'Device' }, value: ({ device }: PatrolCsvLine) => device.name || scene },
      { label: { zh: '序列号', en: 'Serial' }, value: ({ device }: PatrolCsvLine) => device.sn },
      { label: { zh: '证据', en: 'Evidence' }, value: ({ device }: PatrolCsvLine) => device.evidence },
      {
        label: { zh: '与上次相比', en: 'Since the last' },
        value: ({ device }: PatrolCsvLine) => findingChange.label(device.change, lang),
      },
      { label: { zh: '忽略原因', en: 'Ignored because' }, value: ({ device }: PatrolCsvLine) => device.ignored_reason },
      { label: { zh: '建议', en: 'Advice' }, value: ({ finding }: PatrolCsvLine) => finding.advice },
    ],
    lines,
  )
}
