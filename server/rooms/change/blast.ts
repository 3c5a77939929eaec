import { blastCalls } from '@belvedere/contract/rooms/change/blast.ts'
import { implement } from '../../kernel/implement.ts'
import { blastOf } from './blast/blast.ts'

export const calls = implement(blastCalls, {
  get: (ctx, asked) => blastOf(ctx, { ...asked, ip: ctx.ip }),
})
