import { toolCalls } from '@belvedere/contract/rooms/tool/tool.ts'
import { useState } from 'react'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { dividedOf, type Divided } from './divided.ts'
import { draftProblems, inputOf, type DivisionDraft, type DivisionProblems } from './division-draft.ts'
import { DivisionForm } from './division-form.tsx'
import { DivisionResult } from './division-result.tsx'
import { saveDraft, savedDraft } from './saved-draft.ts'

const noProblems: DivisionProblems = { needs: {} }

/** Form, then result; a button returns to the form with its values. */
export function Division() {
  const [draft, setDraft] = useState<DivisionDraft>(savedDraft)
  const [problems, setProblems] = useState<DivisionProblems>(noProblems)
  const [result, setResult] = useState<Divided>()
  const { run, pending, failure, reset } = useMutateCall(toolCalls.cidr, { quiet: true })
  const change = (next: DivisionDraft) => {
    setDraft(next)
    saveDraft(next)
    setProblems(noProblems)
    reset()
  }
  const submit = async () => {
    const found = draftProblems(draft)
    setProblems(found ?? noProblems)
    if (found) return
    const answer = await run(inputOf(draft))
    if (answer) setResult(dividedOf(draft, answer))
  }
  if (result) return <DivisionResult divided={result} onAgain={() => setResult(undefined)} />
  return (
    <DivisionForm
      draft={draft}
      problems={problems}
      onProblems={setProblems}
      onChange={change}
      onSubmit={() => void submit()}
      pending={pending}
      failure={failure?.message}
    />
  )
}
