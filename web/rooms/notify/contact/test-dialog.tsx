import { userCalls } from '@belvedere/contract/rooms/notify/user.ts'
import { useState } from 'react'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import type { AlarmContact } from './contact.ts'
import { ProviderAnswer } from './provider-answer.tsx'

/** Sends one message with the current settings, and shows the provider's response. */
export function TestDialog({ user, onClose }: { user: AlarmContact; onClose: () => void }) {
  const { run, pending } = useMutateCall(userCalls.test)
  const [answer, setAnswer] = useState<{ ok: 0 | 1; answer: string }>()
  const send = async () => {
    setAnswer(undefined)
    setAnswer(await run({ id: user.id }))
  }
  return (
    <Dialog
      open
      width={440}
      title={{ zh: '发送测试消息', en: 'Send a test message' }}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{say({ zh: '关闭', en: 'Close' })}</Button>
          <Button kind="primary" pending={pending} onClick={() => void send()}>
            {say(answer ? { zh: '再发一次', en: 'Send another' } : { zh: '发送', en: 'Send' })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="text-soft">
          {say(
            {
              zh: '向“{name}”（{to}）发送一条示例告警，不计入通知记录。',
              en: 'An example alarm is sent to “{name}” ({to}); it is not listed in the messages.',
            },
            { name: user.name, to: user.masked },
          )}
        </p>
        {answer && <ProviderAnswer {...answer} />}
      </div>
    </Dialog>
  )
}
