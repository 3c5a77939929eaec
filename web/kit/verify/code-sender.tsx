import { useState } from 'react'
import { isSilent, ServerRefusal } from '../calls/refusal.ts'
import { say } from '../words/words.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { useSecondsLeft } from '../../ui/values/use-seconds-left.ts'

interface CodeSenderProps {
  /** Returns the seconds until another code can be requested; throws if none was sent. */
  send: () => Promise<{ resend_in: number }>
  disabled?: boolean
}

/** A button that sends a code and then counts down to the next one. */
export function CodeSender({ send, disabled }: CodeSenderProps) {
  const [until, setUntil] = useState(0)
  const [pending, setPending] = useState(false)
  const left = useSecondsLeft(until)
  const run = async () => {
    setPending(true)
    try {
      const { resend_in } = await send()
      setUntil(Date.now() / 1000 + resend_in)
      toast.success({ zh: '验证码已发送', en: 'The code was sent' })
    } catch (error) {
      const seconds = error instanceof ServerRefusal ? (error.data as { seconds?: number } | null)?.seconds : undefined
      if (seconds) setUntil(Date.now() / 1000 + seconds)
      if (!isSilent(error)) toast.error((error as Error).message)
    } finally {
      setPending(false)
    }
  }
  return (
    <Button
      kind="quiet"
      size="s"
      className="mr-0.5 text-accent-text"
      pending={pending}
      disabled={disabled || left > 0}
      onClick={run}
    >
      {left > 0
        ? say({ zh: '{left} 秒后可重发', en: 'Again in {left} s' }, { left })
        : say({ zh: '获取验证码', en: 'Send a code' })}
    </Button>
  )
}
