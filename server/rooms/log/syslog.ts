import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { logErrors as errors } from '@belvedere/contract/rooms/log/errors.ts'
import { syslogCalls } from '@belvedere/contract/rooms/log/syslog.ts'
import { parseNetwork } from '@belvedere/pure/network/outbound.ts'
import { publicHost } from '../../base/settings/config.ts'
import { defineEvent } from '../../kernel/event.ts'
import { gatewayPortSubject } from '../../devices/gateway.ts'
import { captureSnapshots } from '../../engines/deleted-snapshot/snapshot-store.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { hashToken, newToken } from '../../kernel/session.ts'
import { syslogChangedSubject } from '../../devices/syslog-link.ts'
import { defineUndo, type Reversal } from '../../engines/undo/define-undo.ts'
import {
  addSource,
  countSources,
  holdSource,
  isForeign,
  listSources,
  removeSource,
  type SourceRow,
} from './syslog/store.ts'

/** Maximum number of sources of one scene. */
const MOST = 50

export const syslogSourceChanged = defineEvent<{ scene_id: number }>('log.syslog-source-changed', {
  live: ({ scene_id }) => ({ topic: 'syslog-source', scene_id }),
})

export const calls = implement(syslogCalls, {
  async list(ctx, { scene_id = 0 }) {
    const { config, bus } = ctx.system
    const port = (name: string) => bus.request<number>(gatewayPortSubject(name), {}, 1000).catch(() => 0)
    const [list, at, tls] = await Promise.all([listSources(ctx, scene_id), port('syslog'), port('syslog-tls')])
    const on = at ? (1 as const) : (0 as const)
    return { list, receiver: { on, host: publicHost(config), port: at, tls_port: tls } }
  },
  async add(ctx, { scene_id, name, address: given }) {
    const address = given?.trim() ? await freeAddress(ctx, scene_id, given.trim()) : null
    if ((await countSources(ctx, scene_id)) >= MOST) throw refuse(errors.tooManySources, { most: MOST })
    const token = address ? '' : newToken()
    const token_hash = token ? Buffer.from(hashToken(token)) : null
    const by = ctx.session?.name ?? ''
    const id = await addSource(ctx, { scene_id, name: name.trim(), token_hash, address, now: ctx.now(), by })
    if (id === undefined) throw refuse(errors.addressTaken)
    ctx.audit({ object: `syslog-source:${id}`, name, scene_id, after: { name, scene_id, address: address ?? '' } })
    announce(ctx, scene_id)
    return { id, token }
  },
  async remove(ctx, { id }) {
    const one = await requireSource(ctx, id)
    const snapshot = (await captureSnapshots(ctx.db, 'syslog_source', [id])).get(id)
    await removeSource(ctx, id)
    ctx.audit({ object: `syslog-source:${id}`, name: one.name, scene_id: one.scene_id, before: stateOf(one), snapshot })
    announce(ctx, one.scene_id)
    return {}
  },
})

/** The network in the spelling of the store; refuses invalid ones, too large ones and those from which others send. */
async function freeAddress(ctx: Ctx, scene_id: number, given: string): Promise<string> {
  const network = parseNetwork(given)
  if (!network) throw refuse(errors.badAddress)
  if (network.length < (network.v6 ? 64 : 24)) throw refuse(errors.wideNetwork)
  if (await isForeign(ctx, scene_id, given)) throw refuse(errors.foreignAddress)
  return given
}

async function requireSource(ctx: Ctx, id: number): Promise<SourceRow> {
  const one = await holdSource(ctx, id)
  if (!one) throw refuse(commonErrors.notFound)
  return one
}

const stateOf = ({ name, scene_id, address }: SourceRow) => ({ name, scene_id, address })

function announce(ctx: Ctx, scene_id: number): void {
  ctx.emit(syslogSourceChanged, { scene_id })
  ctx.afterwards(() => ctx.system.bus.publish(syslogChangedSubject, {}))
}

/** A source is restored with its token. */
const source: Reversal = {
  kind: 'syslog-source',
  async read(ctx, id) {
    const one = await holdSource(ctx, id)
    return one && stateOf(one)
  },
  remove: (ctx, id) => calls.handlers.remove(ctx, { id }),
  async restore(ctx, id, _, restoreRows) {
    await restoreRows()
    announce(ctx, (await requireSource(ctx, id)).scene_id)
  },
}

export const undo = defineUndo(syslogCalls, { add: source, remove: source })
