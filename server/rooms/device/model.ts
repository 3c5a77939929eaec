import { modelCalls } from '@belvedere/contract/rooms/device/model.ts'
import { implement } from '../../kernel/implement.ts'
import { countModels, countVersions, verbsOf } from './store.ts'

export const calls = implement(modelCalls, {
  async option(ctx, asked) {
    return { list: await countModels(ctx, asked) }
  },

  async detail(ctx, asked) {
    const [models, versions, verbs] = await Promise.all([
      countModels(ctx, asked),
      countVersions(ctx, asked),
      verbsOf(ctx, asked),
    ])
    const sum = (key: 'total' | 'online') => models.reduce((all, one) => all + one[key], 0)
    return {
      model: asked.model,
      vendor: models[0]?.vendor ?? '',
      total: sum('total'),
      online: sum('online'),
      versions,
      verbs,
    }
  },
})
