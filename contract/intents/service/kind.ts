import { defineIntentKind } from '../../kit/intent/define-intent-kind.ts'
import { type FieldPlace, flag, number, secret, texts } from '../../kit/intent/fields.ts'
import { intentService } from '../../rooms/intent/enums.ts'

/** The fields of each service. */
const fieldsByService: Readonly<Record<string, readonly string[]>> = {
  ssh: ['enable', 'port'],
  ntp: ['enable', 'servers'],
  log: ['enable', 'servers', 'port'],
  report: ['interval'],
}
const has =
  (field: string) =>
  ({ key }: FieldPlace) =>
    (fieldsByService[key] ?? ['enable']).includes(field)

export const kind = defineIntentKind({
  words: { zh: '服务', en: 'Service' },
  tab: { zh: '服务', en: 'Services' },
  order: 70,
  key: { is: /^[a-z][a-z0-9-]{0,31}$/, fixed: intentService.values },
  fields: {
    enable: flag({ zh: '启用', en: 'Enabled' }, { when: has('enable') }),
    port: number({ zh: '端口', en: 'Port' }, 1, 65_535, { when: has('port') }),
    /** Servers of ntp and log. */
    servers: texts(
      { zh: '服务器', en: 'Servers' },
      {
        form: {
          is: /^[0-9A-Za-z][0-9A-Za-z.:_-]{0,252}$/,
          says: { zh: '请输入域名或地址', en: 'Enter a name or an address' },
        },
        when: has('servers'),
      },
    ),
    community: secret({ zh: '团体字', en: 'Community' }, 1, 64, { when: has('community') }),
    /** Seconds between two reports. */
    interval: number({ zh: '上报间隔', en: 'Interval' }, 10, 3600, { unit: 's', when: has('interval') }),
  },
})

declare module '../../kit/intent/define-intent-kind.ts' {
  interface IntentKinds {
    service: typeof kind.fields
  }
}
