import { accountErrors } from '@belvedere/contract/rooms/account/errors.ts'
import type { CallSpec, In } from '@belvedere/contract/kit/define-calls.ts'
import { Suspense, useCallback, useState, type ReactNode } from 'react'
import { call, type Answer, type CallOptions } from '../../../kit/call.ts'
import { lazyPart } from '../../../kit/lazy-part.ts'
import { queryClient } from '../../../kit/query.ts'
import { isSilent, Refusal } from '../../../kit/refusal.ts'
import type { Words } from '../../../kit/words.ts'
import { toast } from '../../../ui/toast.tsx'
import type { Method } from './verify-form.tsx'

const ProofDialog = lazyPart(() => import('./proof-dialog.tsx'), 'ProofDialog')

export interface Question {
  methods: readonly Method[]
  masks?: Readonly<Partial<Record<Method, string>>>
  answer: (proved: boolean) => void
}

export interface Proven<C extends CallSpec> {
  /** The answer; undefined when refused, failed or given up. Never throws. */
  run(input: In<C>, options?: CallOptions): Promise<Answer<C> | undefined>
  pending: boolean
  /** Text per input field of the last refusal. */
  fields: Readonly<Record<string, string>>
  /** Belongs somewhere in the page: the question who one is. */
  question: ReactNode
}

/** Runs a writing call of the account; when the server wants proof of who is there, asks for it and runs the call again. */
export function useProvenCall<C extends CallSpec>(spec: C, { done }: { done?: Words } = {}): Proven<C> {
  const [question, setQuestion] = useState<Question>()
  const [pending, setPending] = useState(false)
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({})
  const run = useCallback(
    async (input: In<C>, options?: CallOptions) => {
      setPending(true)
      setFields({})
      try {
        const answer = await withProof(() => call(spec, input, options), setQuestion)
        if (answer === undefined) return undefined
        if (done) toast.success(done)
        void queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.call.at.includes(' user/') ?? false })
        return answer
      } catch (error) {
        tell(error, setFields)
        return undefined
      } finally {
        setPending(false)
      }
    },
    [spec, done],
  )
  return {
    run,
    pending,
    fields,
    question: question && (
      <Suspense>
        <ProofDialog question={question} />
      </Suspense>
    ),
  }
}

function tell(error: unknown, setFields: (fields: Readonly<Record<string, string>>) => void): void {
  if (isSilent(error)) return
  const fields = error instanceof Refusal ? error.fields : {}
  if (Object.keys(fields).length > 0) setFields(fields)
  else toast.error((error as Error).message)
}

/** Undefined when the question was closed without an answer. */
async function withProof<T>(ask: () => Promise<T>, show: (question?: Question) => void): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== accountErrors.proofNeeded.code) throw error
    const { methods, masks } = error.data as Omit<Question, 'answer'>
    const proved = await new Promise<boolean>((answer) => show({ methods, masks, answer }))
    show(undefined)
    return proved ? ask() : undefined
  }
}
