import { parseIp, parsePrefix } from '@belvedere/pure/network/ip-prefix.ts'
import { defineIntentKind, single } from '../../kit/intent/define-intent-kind.ts'
import { items, number, text } from '../../kit/intent/fields.ts'
import { checkRoutes } from './check-routes.ts'

const words = { zh: '静态路由', en: 'Static routes' }

const destination = text(
  { zh: '目标网段', en: 'Destination' },
  {
    max: 43,
    hint: { zh: '10.20.0.0/16', en: '10.20.0.0/16' },
    form: {
      is: { test: (written) => parsePrefix(written) !== undefined },
      says: {
        zh: '请输入网段，例如 10.20.0.0/16 或 2001:db8::/32',
        en: 'Enter a network such as 10.20.0.0/16 or 2001:db8::/32',
      },
    },
    needed: { when: () => true, says: { zh: '请填写目标网段', en: 'Enter the destination' } },
  },
)

export const kind = defineIntentKind({
  words,
  order: 55,
  key: single(words),
  levels: ['device'],
  fields: {
    routes: items(
      { zh: '路由', en: 'Routes' },
      {
        destination,
        gateway: text(
          { zh: '下一跳', en: 'Gateway' },
          {
            max: 39,
            form: {
              is: { test: (written) => parseIp(written) !== undefined },
              says: { zh: '请输入 IPv4 或 IPv6 地址', en: 'Enter an IPv4 or IPv6 address' },
            },
          },
        ),
        interface: text(
          { zh: '出接口', en: 'Interface' },
          {
            max: 15,
            hint: { zh: '自动', en: 'Automatic' },
            form: {
              is: /^[A-Za-z0-9][A-Za-z0-9_.@-]{0,14}$/,
              says: { zh: '请输入接口名，例如 eth1', en: 'Enter the name of an interface, such as eth1' },
            },
          },
        ),
        metric: number({ zh: '度量值', en: 'Metric' }, 1, 9999, { hint: { zh: '默认', en: 'Default' } }),
      },
      {
        max: 256,
        identity: 'destination',
        hint: {
          zh: '不含默认路由：默认路由由外网设置决定',
          en: 'Without a default route: that one follows from the WAN',
        },
      },
    ),
  },
  check: ({ routes = [] }, all) => checkRoutes(routes, all),
})

declare module '../../kit/intent/define-intent-kind.ts' {
  interface IntentKinds {
    'static-routes': typeof kind.fields
  }
}
