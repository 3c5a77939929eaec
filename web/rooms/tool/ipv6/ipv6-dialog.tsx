import { toolErrors } from '@belvedere/contract/rooms/tool/errors.ts'
import { toolCalls } from '@belvedere/contract/rooms/tool/tool.ts'
import { parseIpv6 } from '@belvedere/pure/network/ipv6.ts'
import { Calculator } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import type { AnswerOf } from '../../../kit/calls/call.ts'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Slider } from '../../../ui/fields/slider.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { Text } from '../../../ui/base/text-of.ts'
import { countText } from '../number-text.ts'
import type { ToolProps } from '../tool-dialogs.tsx'
import { useFocusWrong } from '../use-focus-wrong.ts'
import { Eui64 } from './eui64.tsx'
import { Ipv6Result } from './ipv6-result.tsx'

/** Length of the prefix in bits. */
const usualPrefix = 85
const prefixes = { min: 1, max: 124 }

const example = '2001:db8::1/64'

interface Ipv6Request {
  ipv6: string
  prefix: number
}

export function Ipv6Dialog({ value, onClose }: ToolProps) {
  const [draft, setDraft] = useState<Ipv6Request>(() => readTyped(value, usualPrefix))
  const [problem, setProblem] = useState<Text>()
  const [result, setResult] = useState<{ asked: Ipv6Request; answer: AnswerOf<typeof toolCalls.calcIpv6> }>()
  const { run, pending, failure, reset } = useMutateCall(toolCalls.calcIpv6, { quiet: true })
  const form = useFocusWrong<HTMLFormElement>(problem)
  const change = (next: Ipv6Request) => {
    setDraft(next)
    setProblem(undefined)
    reset()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const request = readTyped(draft.ipv6, draft.prefix)
    setDraft(request)
    if (!request.ipv6) return setProblem(toolErrors.empty)
    if (parseIpv6(request.ipv6) === undefined) return setProblem(toolErrors.notIpv6)
    const answer = await run({ ipv6: request.ipv6, prefix_num: request.prefix })
    return answer && setResult({ asked: request, answer })
  }
  const isStale = result && (result.asked.ipv6 !== draft.ipv6.trim() || result.asked.prefix !== draft.prefix)
  return (
    <Dialog open onClose={onClose} title={{ zh: 'IPv6 计算', en: 'IPv6 calculator' }}>
      <form ref={form} onSubmit={submit} className="grid gap-3" noValidate>
        <TextField
          mono
          required
          autoFocus
          maxLength={64}
          label={{ zh: 'IPv6 地址', en: 'IPv6 address' }}
          placeholder={example}
          value={draft.ipv6}
          onChange={(ipv6) => change({ ...draft, ipv6 })}
          error={problem ?? failure?.message}
          autoComplete="off"
          spellCheck={false}
        />
        <Slider
          label={{ zh: '前缀长度', en: 'Prefix length' }}
          prefix="/"
          {...prefixes}
          marks={[32, 48, 64, 80, 96, 112]}
          valueText={(prefix) => sizeText(prefix)}
          hint={sizeText(draft.prefix)}
          value={draft.prefix}
          onChange={(prefix) => change({ ...draft, prefix })}
        />
        <div className="flex justify-end">
          <Button kind="primary" type="submit" icon={Calculator} pending={pending}>
            {say({ zh: '计算', en: 'Calculate' })}
          </Button>
        </div>
      </form>
      {result && (
        <div className={isStale ? 'opacity-50' : undefined}>
          <Ipv6Result ip={result.asked.ipv6} prefix={result.asked.prefix} answer={result.answer} />
          <Eui64 ip={result.asked.ipv6} />
        </div>
      )}
    </Dialog>
  )
}

/** The prefix may be typed after the address. */
function readTyped(text: string, prefix: number): Ipv6Request {
  const [, ipv6 = text.trim(), typed = ''] = /^([^/]*)\/(\d{1,3})$/.exec(text.trim()) ?? []
  const fits = typed !== '' && Number(typed) >= prefixes.min && Number(typed) <= prefixes.max
  return fits ? { ipv6: ipv6.trim(), prefix: Number(typed) } : { ipv6: text.trim(), prefix }
}

const raised = (power: number) => [...String(power)].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('')

/** Long numbers are shown as powers. */
function sizeText(prefix: number): string {
  const size = 128 - prefix
  const count = size <= 40 ? ` = ${countText(2n ** BigInt(size))}` : ''
  const bits = raised(size)
  const nets = prefix <= 64 ? countText(2n ** BigInt(64 - prefix)) : ''
  return nets
    ? say(
        { zh: '2{bits} 个地址，含 {nets} 个 /64 网段', en: '2{bits} addresses, {nets} {nets:network|networks} of /64' },
        { bits, nets },
      )
    : say(
        {
          zh: '2{bits}{count} 个地址，小于一个 /64 网段',
          en: '2{bits}{count} {count:address|addresses}, less than one /64',
        },
        { bits, count },
      )
}
