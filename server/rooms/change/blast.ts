import { blastCalls } from '@belvedere/contract/rooms/change/blast.ts'
import { implement } from '../../kernel/implement.ts'
import { confirmationOf } from './blast/confirmation.source.ts'

export const calls = implement(blastCalls, {
  async get(ctx, input) {
    const { reckoned, confirm } = await confirmationOf(ctx, input)
    return { ...reckoned.blast, confirm }
  },
})
