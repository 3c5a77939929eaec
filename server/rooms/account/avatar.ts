import { avatarCalls } from '@belvedere/contract/rooms/account/avatar.ts'
import { accountErrors as errors } from '@belvedere/contract/rooms/account/errors.ts'
import { dataUrl, redraw } from '../../engines/picture/redraw.ts'
import { implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { saveAvatar } from './avatar/store.ts'

const MOST_BYTES = 5 << 20
/** Twice the largest size at which it is displayed. */
const SHAPE = { width: 160, height: 160, fit: 'cover', as: 'webp' } as const

export const calls = implement(avatarCalls, {
  async change(ctx) {
    const file = ctx.uploads.find(({ field }) => field === 'avatar')
    const drawn = file && file.bytes.length <= MOST_BYTES ? await redraw(file.bytes, SHAPE) : undefined
    if (!drawn) throw refuse(errors.notAPicture)
    const avatar = dataUrl(drawn, SHAPE.as)
    await saveAvatar(ctx, ctx.uid, avatar)
    return { avatar }
  },
  async remove(ctx) {
    await saveAvatar(ctx, ctx.uid, '')
    return { avatar: '' }
  },
})
