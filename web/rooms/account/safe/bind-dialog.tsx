import { otpCalls } from '@belvedere/contract/rooms/account/otp.ts'
import { useState } from 'react'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { CopyButton } from '../../../ui/buttons/copy-button.tsx'
import { FormDialog } from '../../../ui/dialogs/dialog.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { QrPicture } from '../qr-picture.tsx'

interface BindDialogProps {
  begun: { secret: string; uri: string }
  onClose: () => void
  /** Called with the recovery codes, which are shown only once. */
  onBound: (codes: string[]) => void
}

/** Shows the secret as a QR code and as text, then asks for a code of the app. */
export function BindDialog({ begun: { secret, uri }, onClose, onBound }: BindDialogProps) {
  const [code, setCode] = useState('')
  const [checked, setChecked] = useState(false)
  const bind = useMutateCall(otpCalls.bind, { done: { zh: '身份验证器已绑定', en: 'The authenticator is bound' } })
  const digits = code.replace(/\s/g, '')
  const isShort = !/^\d{6}$/.test(digits)
  const submit = async () => {
    setChecked(true)
    if (isShort) return
    const answer = await bind.run({ code: digits })
    if (!answer?.recovery) return
    onClose()
    onBound(answer.recovery)
  }
  const type = (text: string) => {
    setCode(text)
    setChecked(false)
    bind.reset()
  }
  const missing = checked && isShort ? say({ zh: '请输入 6 位验证码', en: 'Please enter the six digits' }) : undefined
  return (
    <FormDialog
      open
      onClose={onClose}
      title={{ zh: '绑定身份验证器', en: 'Bind an authenticator app' }}
      width={600}
      onSubmit={submit}
      pending={bind.pending}
      ok={{ zh: '完成绑定', en: 'Bind' }}
    >
      <div className="flex flex-col gap-5 sm:flex-row">
        <QrPicture
          text={uri}
          label={{ zh: '身份验证器二维码', en: 'QR code for the authenticator app' }}
          className="size-44 shrink-0 self-center rounded-lg border border-line sm:self-start"
        />
        <ol className="flex min-w-0 flex-1 flex-col gap-4">
          <li>
            <p className="font-medium">
              {say({ zh: '1. 用身份验证器扫描二维码', en: '1. Scan it with an authenticator app' })}
            </p>
            <p className="mt-0.5 text-xs text-soft">
              {say({
                zh: '如 Google Authenticator、Microsoft Authenticator、Aegis。无法扫描时手动输入密钥：',
                en: 'Google Authenticator, Microsoft Authenticator, Aegis or another. By hand, type this secret:',
              })}
            </p>
            <p className="mt-1 flex items-center gap-1 rounded-md bg-sunken px-2 py-1">
              <code className="min-w-0 flex-1 font-mono text-xs">{secret.match(/.{4}/g)?.join(' ')}</code>
              <CopyButton text={secret} />
            </p>
          </li>
          <li>
            <p className="mb-1 font-medium">
              {say({ zh: '2. 输入身份验证器显示的验证码', en: '2. Enter the code that the app shows' })}
            </p>
            <TextField
              name="code"
              aria-label={say({ zh: '动态验证码', en: 'Code of the app' })}
              autoFocus
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={7}
              value={code}
              onChange={type}
              error={missing ?? bind.fields['code']}
            />
          </li>
        </ol>
      </div>
    </FormDialog>
  )
}
