import { enrolCalls } from '@belvedere/contract/rooms/enrol/enrol.ts'
import { publicHost } from '../../base/settings/config.ts'
import { implement } from '../../kernel/implement.ts'
import { defineUndo } from '../../engines/undo/define-undo.ts'
import { hashToken, newToken } from '../../kernel/session.ts'
import { enrolPort } from '../../devices/gateway-port.ts'
import { insertToken } from './host/store.ts'

/** Seconds for which a token is valid, once. */
const VALID = 3600

export const calls = implement(enrolCalls, {
  async token(ctx, { scene_id, name }) {
    const { config, pki } = ctx.system
    const token = newToken()
    const expires_at = ctx.now() + VALID
    await insertToken(ctx, {
      hash: hashToken(token),
      scene_id,
      name: name?.trim() ?? '',
      by: ctx.session?.name ?? '',
      at: ctx.now(),
      expires_at,
    })
    ctx.audit({ object: 'enrol-token', scene_id, ...(name ? { name } : {}), after: { expires_at } })
    const host = publicHost(config)
    const address = `${host.includes(':') ? `[${host}]` : host}:${await enrolPort(ctx.system)}`
    const command = `curl -fsSk --pinnedpubkey 'sha256//${pki.pin}' https://${address}/install.sh | sh -s -- --token ${token}`
    return {
      command,
      token,
      expires_at,
      local_only: /^(127\.|::1$|localhost$)/.test(host) ? (1 as const) : (0 as const),
    }
  },
})

const over = { zh: '令牌只能使用一次，一小时后自动失效', en: 'A token works once and expires after an hour' }
export const undo = defineUndo(enrolCalls, { token: over })
