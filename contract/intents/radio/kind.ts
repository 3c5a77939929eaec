import { defineIntentKind } from '../../kit/intent/define-intent-kind.ts'
import { choice, type FieldOption, type FieldPlace, flag, number } from '../../kit/intent/fields.ts'
import { radioBand, wifiBandwidth, wifiMode, wifiRegion } from '../../rooms/intent/enums.ts'
import { channelsOf } from './channels.ts'

const widthsAt: Readonly<Record<string, readonly unknown[]>> = {
  '2g': ['20', '20/40'],
  '5g': ['20/40', '80', '160'],
  '6g': ['20', '20/40', '80', '160', '320'],
}
const modesAt: Readonly<Record<string, readonly unknown[]>> = { '2g': [0, 1, 4, 6, 7, 9, 16], '5g': [2, 8, 14, 15, 17] }

const offered =
  (all: readonly FieldOption[], at: Readonly<Record<string, readonly unknown[]>>) =>
  ({ key }: FieldPlace) =>
    all.filter(({ id }) => at[key]?.includes(id))

export const kind = defineIntentKind({
  words: { zh: '射频', en: 'Radio' },
  tab: { zh: '射频', en: 'Radios' },
  order: 30,
  key: { is: new RegExp(`^(${radioBand.ids.join('|')})$`), fixed: radioBand.values },
  fields: {
    enable: flag({ zh: '启用', en: 'Enabled' }),
    region: choice({ zh: '区域', en: 'Region' }, wifiRegion.values),
    /** 0: automatic. */
    channel: number({ zh: '信道', en: 'Channel' }, 0, 233, {
      offers: ({ key, values }) => channelsOf(key, values['region']),
    }),
    bandwidth: choice({ zh: '频宽', en: 'Bandwidth' }, wifiBandwidth.values, {
      offers: offered(wifiBandwidth.values, widthsAt),
    }),
    mode: choice({ zh: '模式', en: 'Mode' }, wifiMode.values, { offers: offered(wifiMode.values, modesAt) }),
    power: number({ zh: '发射功率', en: 'Transmit power' }, 0, 30, {
      unit: 'dBm',
      hint: { zh: '0 为区域允许的最大值', en: '0: as much as the region allows' },
    }),
    max_clients: number({ zh: '最大终端数', en: 'Most terminals' }, 1, 1024),
  },
})

declare module '../../kit/intent/define-intent-kind.ts' {
  interface IntentKinds {
    radio: typeof kind.fields
  }
}
