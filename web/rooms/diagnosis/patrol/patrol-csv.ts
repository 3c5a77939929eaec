import { findingChange, findingGroup, findingLevel } from '@belvedere/contract/rooms/diagnosis/enums.ts'
import { saveCsv } from '../../../kit/list/save-csv.ts'
import { lang } from '../../../kit/words/words.ts'
import type { Affected, Finding, Patrol } from './patrol.ts'

interface Line {
  finding: Finding
  device: Affected
}

/** Every finding on every device as a line of a file. */
export function savePatrol(scene: string, { items }: Patrol): void {
  const lines = items.flatMap((finding) => finding.devices.map((device): Line => ({ finding, device })))
  saveCsv(
    `patrol-${scene}`,
    [
      { label: { zh: '级别', en: 'Level' }, value: ({ finding }: Line) => findingLevel.label(finding.level, lang) },
      { label: { zh: '分类', en: 'Group' }, value: ({ finding }: Line) => findingGroup.label(finding.group, lang) },
      { label: { zh: '问题', en: 'Finding' }, value: ({ finding }: Line) => finding.title },
      { label: { zh: '设备', en: 'Device' }, value: ({ device }: Line) => device.name || scene },
      { label: { zh: '序列号', en: 'Serial' }, value: ({ device }: Line) => device.sn },
      { label: { zh: '证据', en: 'Evidence' }, value: ({ device }: Line) => device.evidence },
      {
        label: { zh: '与上次相比', en: 'Since the last' },
        value: ({ device }: Line) => findingChange.label(device.change, lang),
      },
      { label: { zh: '忽略原因', en: 'Ignored because' }, value: ({ device }: Line) => device.ignored_reason },
      { label: { zh: '建议', en: 'Advice' }, value: ({ finding }: Line) => finding.advice },
    ],
    lines,
  )
}
