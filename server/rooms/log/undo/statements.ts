import { type CallSpec, methodOf } from '@belvedere/contract/kit/define-calls.ts'
import type { Lang, Words } from '@belvedere/contract/kit/text.ts'
import { discoverCalls, discoverLogWords } from '../../../kernel/discovery/discover.ts'
import { discoverUndos } from '../../../engines/undo/discover-undos.ts'
import { isReversal, type Reversal, type Undo } from '../../../engines/undo/define-undo.ts'

/** The undo statements of all calls, by address. */
export interface Statements {
  readonly spec: ReadonlyMap<string, CallSpec>
  /** Words of operations that no call did. */
  readonly words: ReadonlyMap<string, Words>
  readonly how: Undo['how']
  readonly byKind: ReadonlyMap<string, Reversal>
  /** The call that removes objects of a kind. */
  readonly removal: ReadonlyMap<string, CallSpec>
}

let stated: Promise<Statements> | undefined

/** Read once for each process. */
export function statements(): Promise<Statements> {
  stated ??= Promise.all([discoverCalls(), discoverUndos(), discoverLogWords()]).then(([calls, undos, words]) => {
    const undo = new Map(undos.flatMap((one) => [...one.how]))
    const reversals = [...undo.values()].filter((one) => typeof one !== 'function').filter((one) => isReversal(one))
    // the reversal with the most functions of its kind
    const whole = reversals.toSorted((a, b) => Number(a.restore !== undefined) - Number(b.restore !== undefined))
    const removal = calls.flatMap(({ spec }) => {
      const one = methodOf(spec) === 'DELETE' ? undo.get(spec.at) : undefined
      return one && typeof one !== 'function' && isReversal(one) ? [[one.kind, spec] as const] : []
    })
    return {
      removal: new Map(removal),
      spec: new Map(calls.map(({ spec }) => [spec.at, spec])),
      words,
      how: undo,
      byKind: new Map(whole.map((one) => [one.kind, one])),
    }
  })
  return stated
}

/** The words for an operation; an undo states what it undid. */
export function actionOf(
  { call, undo_call }: { call: string; undo_call: string | null },
  { spec, words }: Statements,
  lang: Lang,
): string {
  const address = undo_call ?? call
  const action = (spec.get(address)?.does ?? words.get(address))?.[lang] ?? address
  return undo_call ? { zh: `撤销：${action}`, en: `Undo: ${action}` }[lang] : action
}
