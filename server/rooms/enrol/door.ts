import { doorCalls } from '@belvedere/contract/rooms/enrol/door.ts'
import { X509Certificate } from 'node:crypto'
import { publicHost } from '../../base/settings/config.ts'
import { implement, type System } from '../../kernel/implement.ts'
import { defineJob } from '../../base/jobs/job.ts'
import { doorUpdated } from './door/news.events.ts'
import { dropRefused, purgeRefused, listRefused } from './door/store.ts'
import { devicePort, fitsName, shownCertificate } from './door/dial-in-address.ts'

/** Seconds after which a refused device is removed that did not connect again. */
const KEPT = 14 * 86_400

export const calls = implement(doorCalls, {
  refused: listRefused,

  async forget(ctx, { ids }) {
    const gone = await dropRefused(ctx, ids)
    ctx.emit(doorUpdated, { scene_ids: [] })
    return { total_cnt: ids.length, err_cnt: ids.length - gone }
  },

  async ways(ctx) {
    const { config, pki } = ctx.system
    const host = publicHost(config)
    const shown = shownCertificate(ctx.system)
    const { ca } = pki
    return {
      host,
      port: await devicePort(ctx.system),
      local_only: /^(127\.|::1$|localhost$)/.test(host) ? (1 as const) : (0 as const),
      names: [...shown.names],
      name_fits: fitsName(shown, host) ? (1 as const) : (0 as const),
      own_certificate: config['device-cert'] ? (1 as const) : (0 as const),
      fingerprint: shown.x509.fingerprint256,
      ends_at: Math.floor(shown.x509.validToDate.getTime() / 1000),
      ca,
      ca_fingerprint: new X509Certificate(ca).fingerprint256,
      authorities: ctx.access.is_admin
        ? pki.authorities.all.map((one) => ({
            ...one,
            chain: [...one.chain],
            ends_at: Math.min(4_102_444_800, Math.max(0, Math.floor(one.ends_at / 1000))),
          }))
        : [],
    }
  },
})

export const purgeRefusals = defineJob<unknown, System>({
  name: 'device.forget-refusals',
  every: '25 * * * *',
  async run(_, system) {
    if (await purgeRefused(system, system.now() - KEPT)) system.emit(doorUpdated, { scene_ids: [] })
  },
})
