import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { monitorErrors as errors } from '@belvedere/contract/rooms/monitor/errors.ts'
import { logoCalls, mostLogos } from '@belvedere/contract/rooms/monitor/logo.ts'
import { dataUrl, redraw } from '../../engines/picture/redraw.ts'
import { captureSnapshots } from '../../engines/deleted-snapshot/snapshot-store.ts'
import { implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { defineUndo, type Reversal } from '../../engines/undo/define-undo.ts'
import { countLogos, deleteLogo, findLogo, insertLogo, listLogos, type LogoRow } from './logo/store.ts'

const MOST_BYTES = 5 << 20
/** Twice the largest size at which it is displayed. */
const SHAPE = { width: 96, height: 96, fit: 'contain', as: 'webp' } as const

export const calls = implement(logoCalls, {
  async list(ctx) {
    return { list: (await listLogos(ctx, mostLogos)).map(shown) }
  },

  async add(ctx, { name = '', kind = '' }) {
    if ((await countLogos(ctx)) >= mostLogos) throw refuse(errors.tooManyLogos, { most: mostLogos })
    const file = ctx.uploads.find(({ field }) => field === 'logo')
    const drawn = file && file.bytes.length <= MOST_BYTES ? await redraw(file.bytes, SHAPE) : undefined
    if (!drawn) throw refuse(errors.badPicture)
    const picture = dataUrl(drawn, SHAPE.as)
    const called = (name.trim() || file?.filename.replace(/\.[a-z]+$/i, '') || '').slice(0, 32)
    const logo = await insertLogo(ctx, { name: called, kind, picture, at: ctx.now() })
    ctx.audit({ object: `logo:${logo.id}`, name: called, after: { kind } })
    return shown(logo)
  },

  async remove(ctx, { id }) {
    const logo = await findLogo(ctx, id)
    if (!logo) throw refuse(commonErrors.notFound)
    const snapshot = (await captureSnapshots(ctx.db, 'device_logo', [id])).get(id)
    await deleteLogo(ctx, id)
    ctx.audit({ object: `logo:${id}`, name: logo.name, before: { name: logo.name }, snapshot })
    return {}
  },
})

const shown = ({ kind, ...logo }: LogoRow) => ({ ...logo, kind: kind as 'other' | null })

const picture: Reversal = {
  kind: 'logo',
  async read(ctx, id) {
    const found = await findLogo(ctx, id)
    return found && { name: found.name }
  },
  remove: (ctx, id) => calls.handlers.remove(ctx, { id }),
  restore: (_ctx, _id, _state, restoreRows) => restoreRows(),
}

export const undo = defineUndo(logoCalls, { add: picture, remove: picture })
