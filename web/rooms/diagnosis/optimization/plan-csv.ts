import { radioBand } from '@belvedere/contract/rooms/intent/enums.ts'
import { saveCsv } from '../../../kit/list/save-csv.ts'
import { lang } from '../../../kit/words/words.ts'
import type { Item, Plan } from './plan.ts'

/** The plan as a file, what stays as well. */
export function savePlan(scene: string, { items }: Plan): void {
  saveCsv(
    `radio-plan-${scene}`,
    [
      { label: { zh: 'AP', en: 'Access point' }, value: ({ name }: Item) => name },
      { label: { zh: '序列号', en: 'Serial' }, value: ({ sn }: Item) => sn },
      { label: { zh: '频段', en: 'Band' }, value: ({ band }: Item) => radioBand.label(band, lang) },
      { label: { zh: '当前信道', en: 'Channel now' }, value: ({ before }: Item) => before.channel },
      { label: { zh: '建议信道', en: 'Channel planned' }, value: ({ after }: Item) => after.channel },
      { label: { zh: '当前频宽 MHz', en: 'Width now, MHz' }, value: ({ before }: Item) => before.width },
      { label: { zh: '建议频宽 MHz', en: 'Width planned, MHz' }, value: ({ after }: Item) => after.width },
      { label: { zh: '当前功率 dBm', en: 'Power now, dBm' }, value: ({ before }: Item) => before.power },
      { label: { zh: '建议功率 dBm', en: 'Power planned, dBm' }, value: ({ after }: Item) => after.power },
      { label: { zh: '当前干扰 %', en: 'Interference now, %' }, value: ({ before }: Item) => before.interference },
      { label: { zh: '预测干扰 %', en: 'Interference planned, %' }, value: ({ after }: Item) => after.interference },
      { label: { zh: '实测占用 %', en: 'Busy, %' }, value: ({ utilisation }: Item) => utilisation },
    ],
    items,
  )
}
