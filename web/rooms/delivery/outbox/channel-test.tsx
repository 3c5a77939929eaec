import { useState, type FormEvent } from 'react'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'

interface ChannelTestAnswer {
  ok: 0 | 1
  answer: string
}

interface ChannelTestProps {
  carrier: 'email' | 'sms' | 'wechat'
  error: string | undefined
  pending: boolean
  onTest: (target: string) => Promise<ChannelTestAnswer | undefined>
}

const labels = {
  sms: { zh: '手机号', en: 'Mobile phone' },
  email: { zh: '邮箱', en: 'E-mail address' },
  wechat: { zh: '接收人的 OpenID', en: 'OpenID of the receiver' },
}

/** Sends one message with the values above, saved or not, and shows the provider's response. */
export function ChannelTest({ carrier, error, pending, onTest }: ChannelTestProps) {
  const [target, setTarget] = useState('')
  const [answer, setAnswer] = useState<ChannelTestAnswer>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setAnswer(undefined)
    if (target.trim()) setAnswer(await onTest(target.trim()))
  }
  const label = labels[carrier]
  return (
    <form noValidate onSubmit={submit} className="mt-6 border-t border-line pt-4">
      <h3 className="font-medium">{say({ zh: '发送测试消息', en: 'Send a test message' })}</h3>
      <p className="mt-0.5 mb-3 text-xs text-faint">
        {say({ zh: '使用上面填写的设置，无需先保存。', en: 'With the settings above, saved or not.' })}
      </p>
      <div className="flex items-start gap-2">
        <TextField
          className="flex-1"
          aria-label={say(label)}
          placeholder={say(label)}
          maxLength={64}
          value={target}
          onChange={setTarget}
          error={error}
        />
        <Button type="submit" pending={pending} disabled={!target.trim()}>
          {say({ zh: '发送', en: 'Send' })}
        </Button>
      </div>
      {answer && (
        <div role="status" className="mt-3 flex flex-col gap-1">
          <Status
            tone={answer.ok ? 'success' : 'danger'}
            label={answer.ok ? { zh: '服务商已接受', en: 'Taken by the provider' } : { zh: '发送失败', en: 'Not sent' }}
          />
          <p className="font-mono text-xs break-all text-soft">{answer.answer}</p>
        </div>
      )}
    </form>
  )
}
