import { alarmTitles } from '@belvedere/contract/rooms/alarm-type/titles.ts'
import { typeCalls } from '@belvedere/contract/rooms/alarm-type/type.ts'
import { implement } from '../../kernel/implement.ts'
import { catalogue } from './catalogue.ts'

export const calls = implement(typeCalls, {
  async list(ctx) {
    return { list: [...catalogue.values()].map(({ id, level }) => ({ id, name: alarmTitles[id][ctx.lang], level })) }
  },
})
