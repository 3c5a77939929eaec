import { contactCalls } from '@belvedere/contract/rooms/account/contact.ts'
import { sendCalls } from '@belvedere/contract/rooms/account/send.ts'
import { normalEmail } from '@belvedere/pure/text/email.ts'
import { normalPhone } from '@belvedere/pure/text/phone.ts'
import { useState } from 'react'
import { call } from '../../../kit/calls/call.ts'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { FormDialog } from '../../../ui/dialogs/dialog.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { CodeSender } from '../../../kit/verify/code-sender.tsx'
import type { CodeChannel } from './contact-panel.tsx'

const kinds = {
  sms: {
    title: { zh: '绑定手机', en: 'Bind a phone number' },
    label: { zh: '手机号', en: 'Phone number' },
    bad: { zh: '请输入正确的手机号', en: 'Please enter a mobile phone number' },
    type: 'tel',
    auto: 'tel',
  },
  email: {
    title: { zh: '绑定邮箱', en: 'Bind an e-mail address' },
    label: { zh: '邮箱', en: 'E-mail address' },
    bad: { zh: '请输入正确的邮箱地址', en: 'Please enter an e-mail address' },
    type: 'email',
    auto: 'email',
  },
} as const

/** The new address and the code sent to it. */
export function ContactDialog({ channel, onClose }: { channel: CodeChannel; onClose: () => void }) {
  const [address, setAddress] = useState('')
  const [code, setCode] = useState('')
  const [checked, setChecked] = useState(false)
  const bind = useMutateCall(contactCalls.bind, { done: bound })
  const { title, label, bad, type, auto } = kinds[channel]
  const isPhone = channel === 'sms'
  const target = isPhone ? normalPhone(address) : normalEmail(address)
  const isShort = !/^\s*\d{6}\s*$/.test(code)
  const send = () =>
    isPhone
      ? call(sendCalls.sms, { phone: target, purpose: 'bind' })
      : call(sendCalls.email, { email: target, purpose: 'bind' })
  const submit = async () => {
    setChecked(true)
    if (!target || isShort) return
    const answer = await bind.run({ ...(isPhone ? { phone: target } : { email: target }), code: code.trim() })
    if (answer) onClose()
  }
  const missing = say({ zh: '请输入 6 位验证码', en: 'Please enter the six digits' })
  return (
    <>
      <FormDialog
        open
        onClose={onClose}
        title={title}
        width={420}
        onSubmit={submit}
        pending={bind.pending}
        ok={{ zh: '绑定', en: 'Bind' }}
      >
        <div className="flex flex-col gap-4">
          <TextField
            label={label}
            type={type}
            autoComplete={auto}
            maxLength={64}
            value={address}
            onChange={setAddress}
            error={(checked && !target && say(bad)) || bind.fields['phone'] || bind.fields['email']}
          />
          <TextField
            label={{ zh: '验证码', en: 'Code' }}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            value={code}
            onChange={setCode}
            error={(checked && isShort && missing) || bind.fields['code']}
            suffix={<CodeSender key={target} send={send} disabled={!target} />}
          />
        </div>
      </FormDialog>
    </>
  )
}

const bound = { zh: '绑定成功', en: 'Bound' }
