import { taskResult } from '@belvedere/contract/rooms/task/enums.ts'
import { useState } from 'react'
import { isSilent } from '../../../kit/calls/refusal.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { Affected } from '../actions/named.tsx'
import { nameOf, type ListedDevice } from '../device-table/device.ts'
import { rebootCommand, type CommandWords } from '../../task/api.tsx'

/** Seconds to wait for the device; the task continues afterwards. */
const patience = 60

type CommandStep = { at: 'asking' } | { at: 'sent' } | { at: 'ended'; result: number; reason: string }

interface OrderStepsProps {
  order: CommandWords
  device: ListedDevice
  onBack: () => void
}

/** Shows the effect of a command first, then its result. */
export function OrderSteps({ order, device, onBack }: OrderStepsProps) {
  const [step, setStep] = useState<CommandStep>({ at: 'asking' })
  const name = nameOf(device)
  const send = async () => {
    setStep({ at: 'sent' })
    setStep(await sendOne(order, device))
  }
  if (step.at === 'asking')
    return (
      <>
        <p className="mb-2 font-medium">
          {say({ zh: '{verb}“{name}”？', en: '{verb} “{name}”?' }, { verb: say(order.title), name })}
        </p>
        <div className="mb-5 text-soft">{order === rebootCommand ? <Affected devices={[device]} /> : <Harmless />}</div>
        <div className="grid grid-cols-2 gap-3">
          <Button onClick={onBack}>{say({ zh: '取消', en: 'Cancel' })}</Button>
          <Button kind={order === rebootCommand ? 'danger' : 'primary'} onClick={send}>
            {say(order.title)}
          </Button>
        </div>
      </>
    )
  return (
    <div role="status">
      {step.at === 'sent' ? (
        <p className="flex items-center gap-2 py-6">
          <Spinner className="size-4" />
          {say(order.sent, { name })}
        </p>
      ) : (
        <>
          <p className="pt-2">
            <Status tone={taskResult.find(step.result)?.tone} label={taskResult.label(step.result, lang)} />
          </p>
          <p className="mt-1 mb-5 break-words text-soft">{wordsOf(order, step, name)}</p>
          <Button className="w-full" onClick={onBack}>
            {say({ zh: '返回', en: 'Back' })}
          </Button>
        </>
      )}
    </div>
  )
}

function Harmless() {
  return <p>{say({ zh: '不影响网络和在线终端。', en: 'The network and its terminals are not affected.' })}</p>
}

async function sendOne({ send }: CommandWords, { id }: ListedDevice): Promise<CommandStep> {
  try {
    const { rejected = [], results = [] } = await send({ ids: [id], wait: patience })
    const reason = rejected[0]?.reason
    if (reason !== undefined) return { at: 'ended', result: taskResult.id.failed, reason }
    return { at: 'ended', result: results[0]?.result ?? taskResult.id.running, reason: results[0]?.msg ?? '' }
  } catch (error) {
    return isSilent(error)
      ? { at: 'asking' }
      : { at: 'ended', result: taskResult.id.failed, reason: (error as Error).message }
  }
}

function wordsOf(
  { done, failed }: CommandWords,
  { result, reason }: { result: number; reason: string },
  name: string,
): string {
  if (result === taskResult.id.success) return say(done, { name })
  if (result === taskResult.id.running)
    return say(
      { zh: '“{name}”尚未回复，任务仍在进行', en: '“{name}” has not answered yet; the task continues' },
      { name },
    )
  return say(failed, { name, reason })
}
