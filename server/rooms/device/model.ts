import { modelCalls } from '@belvedere/contract/rooms/device/model.ts'
import { implement } from '../../kernel/implement.ts'
import { countModels, countVersions, verbsOf } from './store.ts'

export const calls = implement(modelCalls, {
  async option(ctx, input) {
    return { list: await countModels(ctx, input) }
  },

  async detail(ctx, input) {
    const [models, versions, verbs] = await Promise.all([
      countModels(ctx, input),
      countVersions(ctx, input),
      verbsOf(ctx, input),
    ])
    const sum = (key: 'total' | 'online') => models.reduce((all, one) => all + one[key], 0)
    return {
      model: input.model,
      vendor: models[0]?.vendor ?? '',
      total: sum('total'),
      online: sum('online'),
      versions,
      verbs,
    }
  },
})
