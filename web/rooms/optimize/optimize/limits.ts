import { say } from '../../../kit/words/words.ts'

/** Minimum reduction of interference points by a change. */
export const thresholds = [2, 5, 10, 20].map((id) => ({
  id,
  label: say({ zh: '至少减少 {n} 点才调整', en: 'At least {n} {n:point|points} less' }, { n: id }),
}))

/** Changes that a plan contains only if they are allowed. */
export const limits = [
  { key: 'width', label: { zh: '可缩小频宽', en: 'May narrow channels' } },
  { key: 'power', label: { zh: '可降低功率', en: 'May lower power' } },
  { key: 'dfs', label: { zh: '可用雷达信道（DFS）', en: 'May use radar channels (DFS)' } },
] as const
