import { radioBand } from '@belvedere/contract/rooms/intent/enums.ts'
import { saveCsv } from '../../../kit/list/save-csv.ts'
import { lang } from '../../../kit/words/words.ts'
import type { OptimizationItem, OptimizationPlan } from './plan.ts'

/** The plan as a file, including unchanged radios. */
export function savePlan(scene: string, { items }: OptimizationPlan): void {
  saveCsv(
    `radio-plan-${scene}`,
    [
      { label: { zh: 'AP', en: 'Access point' }, value: ({ name }: OptimizationItem) => name },
      { label: { zh: '序列号', en: 'Serial' }, value: ({ sn }: OptimizationItem) => sn },
      { label: { zh: '频段', en: 'Band' }, value: ({ band }: OptimizationItem) => radioBand.label(band, lang) },
      { label: { zh: '当前信道', en: 'Channel now' }, value: ({ before }: OptimizationItem) => before.channel },
      { label: { zh: '建议信道', en: 'Channel planned' }, value: ({ after }: OptimizationItem) => after.channel },
      { label: { zh: '当前频宽 MHz', en: 'Width now, MHz' }, value: ({ before }: OptimizationItem) => before.width },
      { label: { zh: '建议频宽 MHz', en: 'Width planned, MHz' }, value: ({ after }: OptimizationItem) => after.width },
      { label: { zh: '当前功率 dBm', en: 'Power now, dBm' }, value: ({ before }: OptimizationItem) => before.power },
      { label: { zh: '建议功率 dBm', en: 'Power planned, dBm' }, value: ({ after }: OptimizationItem) => after.power },
      {
        label: { zh: '当前干扰 %', en: 'Interference now, %' },
        value: ({ before }: OptimizationItem) => before.interference,
      },
      {
        label: { zh: '预测干扰 %', en: 'Interference planned, %' },
        value: ({ after }: OptimizationItem) => after.interference,
      },
      { label: { zh: '实测占用 %', en: 'Busy, %' }, value: ({ utilisation }: OptimizationItem) => utilisation },
    ],
    items,
  )
}
