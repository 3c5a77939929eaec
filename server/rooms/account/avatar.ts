import { avatarCalls } from '@belvedere/contract/rooms/account/avatar.ts'
import { accountErrors as errors } from '@belvedere/contract/rooms/account/errors.ts'
import { implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { drawAvatar } from './avatar/draw-avatar.ts'
import { saveAvatar } from './avatar/store.ts'

export const calls = implement(avatarCalls, {
  async change(ctx) {
    const file = ctx.uploads.find(({ field }) => field === 'avatar')
    if (!file) throw refuse(errors.notAPicture)
    const avatar = await drawAvatar(file.bytes)
    await saveAvatar(ctx, ctx.uid, avatar)
    return { avatar }
  },
  async remove(ctx) {
    await saveAvatar(ctx, ctx.uid, '')
    return { avatar: '' }
  },
})
