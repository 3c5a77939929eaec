import { type Lang, say, type Words } from '@belvedere/contract/kit/text.ts'
import type { Blast } from '@belvedere/contract/rooms/change/shapes.ts'

const counted: readonly (readonly [Exclude<keyof Blast, 'devices' | 'own_path' | 'uncertain'>, Words])[] = [
  ['unnamed_cnt', { zh: '共操作 {n} 台设备', en: 'it acts on {n} {n:device|devices}' }],
  ['scene_cnt', { zh: '{n} 个场景失去全部外网连接', en: '{n} {n:scene loses|scenes lose} every WAN line' }],
  ['device_cnt', { zh: '另有 {n} 台设备失去连接', en: '{n} other {n:device loses its|devices lose their} connection' }],
  ['terminal_cnt', { zh: '{n} 个终端失去连接', en: '{n} {n:terminal loses its|terminals lose their} connection' }],
  ['unmanaged_cnt', { zh: '{n} 台在线设备不再受管理', en: '{n} online {n:device is|devices are} no longer managed' }],
  ['unmonitored_cnt', { zh: '{n} 个终端不再受监控', en: '{n} {n:terminal is|terminals are} no longer monitored' }],
]

/** The text of what has to be confirmed; counts of zero are omitted. */
export function blastWords(blast: Blast, lang: Lang): string {
  const own = { zh: '您自己的连接会中断', en: 'your own connection is lost' }
  return [
    ...(blast.own_path === 'yes' ? [own[lang]] : []),
    ...counted.filter(([key]) => blast[key] > 0).map(([key, words]) => say(words, lang, { n: blast[key] })),
  ].join({ zh: '，', en: ', ' }[lang])
}
