import { say } from '../../../kit/words/words.ts'

/** Points of interference that a change must save. */
export const thresholds = [2, 5, 10, 20].map((id) => ({
  id,
  label: say({ zh: '至少减少 {n} 点才调整', en: 'At least {n} {n:point|points} less' }, { n: id }),
}))
