import { userCalls } from '@belvedere/contract/rooms/notify/user.ts'
import { Suspense, useState } from 'react'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { say, type Words } from '../../../kit/words/words.ts'
import { FormDialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { useSecondsLeft } from '../../../ui/values/use-seconds-left.ts'
import { CodeField } from '../../account/api.tsx'
import type { AlarmContact } from './contact.ts'

/** Sends a code to the address; the recipient passes it on. */
export function VerifyDialog({
  user,
  onClose,
}: {
  user: Pick<AlarmContact, 'id' | 'name' | 'masked'>
  onClose: () => void
}) {
  const ask = useMutateCall(userCalls.code)
  const verify = useMutateCall(userCalls.verify, { done: { zh: '地址已验证', en: 'The address is verified' } })
  const [code, setCode] = useState('')
  const [until, setUntil] = useState(0)
  const [missing, setMissing] = useState<Words>()
  const left = useSecondsLeft(until)
  const send = async () => {
    const sent = await ask.run({ id: user.id })
    if (!sent) return
    setUntil(Math.floor(Date.now() / 1000) + sent.resend_in)
    toast.info(say({ zh: '验证码已发送至 {to}', en: 'A code was sent to {to}' }, { to: user.masked }))
  }
  const submit = async () => {
    if (!code.trim()) return setMissing({ zh: '请输入验证码', en: 'Please enter the code' })
    if (await verify.run({ id: user.id, code: code.trim() })) onClose()
  }
  return (
    <FormDialog
      open
      width={440}
      title={{ zh: '验证地址', en: 'Verify the address' }}
      ok={{ zh: '验证', en: 'Verify' }}
      pending={verify.pending}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <p className="mb-4 text-soft">
        {say(
          {
            zh: '向“{name}”的 {to} 发送验证码，由收到的人告诉您。验证之前不会向该地址发送告警。',
            en: 'A code is sent to {to} of “{name}”. Ask the recipient for it. No alarms are sent there before it is confirmed.',
          },
          { name: user.name, to: user.masked },
        )}
      </p>
      <Suspense fallback={<div className="h-16" />}>
        <CodeField
          value={code}
          onChange={(text) => (setCode(text), setMissing(undefined))}
          error={missing ?? verify.fields['code']}
          left={left}
          again={until > 0}
          onAsk={() => void send()}
        />
      </Suspense>
    </FormDialog>
  )
}
