import { cidrMode } from '@belvedere/contract/rooms/tool/enums.ts'
import { toolErrors } from '@belvedere/contract/rooms/tool/errors.ts'
import { toolCalls } from '@belvedere/contract/rooms/tool/tool.ts'
import { parseIpv4 } from '@belvedere/pure/network/ipv4.ts'
import { Calculator } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import type { AnswerOf } from '../../../kit/calls/call.ts'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import type { Text } from '../../../ui/base/text-of.ts'
import { useFocusWrong } from '../use-focus-wrong.ts'
import { BaseField } from './base-field.tsx'
import { CalculationResult } from './calculation-result.tsx'
import { presets } from './division-draft.ts'

/** Bits of the mask. */
const usualLength = 24

interface SubnetRequest {
  ip: string
  length: number
}

export function Calculation({ first }: { first: Partial<SubnetRequest> }) {
  const [base, setBase] = useState<SubnetRequest>({
    ip: first.ip || presets[0].ip,
    length: first.length ?? usualLength,
  })
  const [problem, setProblem] = useState<Text>()
  const [result, setResult] = useState<{ asked: SubnetRequest; answer: AnswerOf<typeof toolCalls.cidr> }>()
  const { run, pending, failure, reset } = useMutateCall(toolCalls.cidr, { quiet: true })
  const form = useFocusWrong<HTMLFormElement>(problem)
  const change = (next: SubnetRequest) => {
    setBase(next)
    setProblem(undefined)
    reset()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const ip = base.ip.trim()
    if (!ip) return setProblem(toolErrors.empty)
    if (parseIpv4(ip) === undefined) return setProblem(toolErrors.notIpv4)
    const answer = await run({ mode: cidrMode.id.calculation, ip, mask_num: base.length })
    return answer && setResult({ asked: { ...base, ip }, answer })
  }
  const isStale = result && (result.asked.ip !== base.ip.trim() || result.asked.length !== base.length)
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <BaseField
        label={{ zh: 'IP 地址', en: 'IP address' }}
        {...base}
        longest={31}
        typedLongest={32}
        onChange={change}
        error={problem ?? failure?.message}
      />
      <div className="mt-3 flex justify-end">
        <Button kind="primary" type="submit" icon={Calculator} pending={pending}>
          {say({ zh: '计算', en: 'Calculate' })}
        </Button>
      </div>
      {result && (
        <div className={isStale ? 'opacity-50' : undefined}>
          <CalculationResult ip={result.asked.ip} length={result.asked.length} answer={result.answer} />
        </div>
      )}
    </form>
  )
}
