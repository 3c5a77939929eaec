import { defineRule } from '../../rule-kit/define-rule.ts'

export const shareEndless = defineRule({
  code: 'share_endless',
  group: 'security',
  level: 3,
  title: { zh: '场景长期共享且可修改', en: 'Shared without expiry with write permission' },
  advice: { zh: '给共享设置到期时间，或改为只读。', en: 'Give the share an end, or the right to look only.' },
  evidence: { zh: '{count} 个共享没有到期时间', en: '{count} {count:share|shares} without an expiry date' },
  place: '/scene/share/my-share',
  evaluate: ({ endless_shares }) => ({
    of: 1,
    hits: endless_shares > 0 ? [{ params: { count: endless_shares } }] : [],
  }),
})
