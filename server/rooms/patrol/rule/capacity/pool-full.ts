import { defineRule, each } from '../../rule-kit/define-rule.ts'
import { present } from '../../view/scene-view.ts'
import { poolsOf, roomOf, usedOf } from '../../rule-kit/pool-rules.ts'

/** Share of the pool. */
const FULL = 0.85

export const poolFull = defineRule({
  code: 'pool_full',
  group: 'capacity',
  level: 2,
  title: { zh: 'DHCP 地址池将满', en: 'Address pool nearly full' },
  advice: {
    zh: '扩大地址池或缩短租期，否则新终端拿不到地址。',
    en: 'Enlarge the pool or shorten the lease, else terminals that come get no address.',
  },
  evidence: {
    zh: '{name}：{used} / {size} 个地址在用',
    en: '{name}: {used} of {size} {size:address|addresses} in use',
  },
  place: '/config/device/router',
  evaluate(view) {
    const serving = present(view).filter((one) => poolsOf(one).length > 0)
    return each(serving, (device) => {
      const full = poolsOf(device)
        .map((pool) => ({ ...pool, used: usedOf(pool, view.addresses) }))
        .find(({ used, size }) => used / size >= FULL)
      return full && { name: full.name, used: full.used, size: full.size }
    })
  },
  fix: (device, { addresses }) =>
    poolsOf(device).flatMap((pool) => {
      const room = roomOf(pool)
      const isFull = usedOf(pool, addresses) / pool.size >= FULL
      return isFull && room > pool.size ? [{ kind: 'lan', key: pool.name, set: { dhcp_count: room } }] : []
    }),
})
