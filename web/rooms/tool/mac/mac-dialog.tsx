import { macBlock, macKind } from '@belvedere/contract/rooms/tool/enums.ts'
import { toolErrors } from '@belvedere/contract/rooms/tool/errors.ts'
import { toolCalls } from '@belvedere/contract/rooms/tool/tool.ts'
import { macDigits } from '@belvedere/pure/network/mac.ts'
import { useEffect, useState } from 'react'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { lang } from '../../../kit/words/words.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import type { Text } from '../../../ui/base/text-of.ts'
import { LastLookUps } from '../last-look-ups.tsx'
import { LookUpForm } from '../look-up-form.tsx'
import { saveLookUp } from '../look-ups.ts'
import type { ToolProps } from '../tool-dialogs.tsx'
import { MacResult } from './mac-result.tsx'

export function MacDialog({ value, onClose }: ToolProps) {
  const [typed, setTyped] = useState(value)
  const [requested, setAsked] = useState(macDigits(value))
  const [problem, setProblem] = useState<Text>()
  const { data, error, isFetching } = useQueryCall(
    toolCalls.macQuery,
    { mac: requested },
    { enabled: requested !== '' },
  )
  useEffect(() => {
    if (data) saveLookUp('mac', { value: data.mac, about: data.corp || macKind.label(data.kind, lang) })
  }, [data])
  const ask = (text: string) => {
    const digits = macDigits(text)
    setTyped(text.trim())
    if (!digits) return setProblem(toolErrors.empty)
    if (!/^[0-9a-f]{6,12}$/.test(digits)) return setProblem(toolErrors.notAMac)
    setProblem(undefined)
    setAsked(digits)
  }
  return (
    <Dialog open onClose={onClose} title={{ zh: 'MAC 查询', en: 'MAC look-up' }}>
      <LookUpForm
        label={{ zh: 'MAC 地址', en: 'MAC address' }}
        placeholder="00:1A:2B:3C:4D:5E / 001a.2b3c.4d5e / 001A2B"
        value={typed}
        onChange={(text) => (setTyped(text), setProblem(undefined))}
        onSubmit={() => ask(typed)}
        error={problem ?? error?.message}
        pending={isFetching}
      />
      {isFetching && !data && <Skeleton className="mt-4 h-40" />}
      {data && <MacResult answer={data} blockName={macBlock.find(data.block)} />}
      <LastLookUps kind="mac" onChoose={ask} />
    </Dialog>
  )
}
