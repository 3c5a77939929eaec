import { toast } from '../../ui/feedback/toast.tsx'
import type { BatchOutcome } from './batch-outcome.ts'
import { say, type Words } from '../words/words.ts'

/** Shows a toast for a batch without a dialog: how many rows were processed, and why the others were not. */
export function showBatchOutcome(done: Words, { total_cnt: total, err_cnt: bad, rejected = [] }: BatchOutcome): void {
  const good = total - bad
  if (bad === 0)
    return void toast.success(say({ zh: '{done}：{total} 项', en: '{done}: {total}' }, { done: say(done), total }))
  const reasons = [...new Set(rejected.map(({ reason }) => reason))].slice(0, 3).join(say({ zh: '；', en: '; ' }))
  const words = {
    zh: '{done}：共 {total} 项，成功 {good}，失败 {bad}。{reasons}',
    en: '{done}: {total} in all, {good} done, {bad} failed. {reasons}',
  }
  toast.warning(say(words, { done: say(done), total, good, bad, reasons }))
}
