import { captchaCalls } from '@belvedere/contract/rooms/captcha/captcha.ts'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { VerifySlide } from './verify-slide.ts'
import { findWork } from './find-work.ts'
import { useFresh } from './use-fresh.ts'

/** A text question for screen readers and keyboards; the browser computes a proof of work at the same time. */
export function TextQuestion({ verify, onSuccess }: { verify: VerifySlide; onSuccess: () => void }) {
  const { fresh: requested, refresh } = useFresh(captchaCalls.ask)
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const [pending, setPending] = useState(false)
  const work = useRef<Promise<string>>(undefined)
  useEffect(() => {
    if (!requested) return
    const gone = new AbortController()
    work.current = findWork(requested.captcha_id, requested.work_bits, gone.signal)
    // leaving the page aborts it
    work.current.catch(() => {})
    return () => gone.abort()
  }, [requested])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (!requested || pending || !work.current) return
    if (!text.trim()) return setError(say({ zh: '请输入答案', en: 'Please enter the answer' }))
    setPending(true)
    const captcha_work = await work.current
    const verdict = await verify({ captcha_id: requested.captcha_id, captcha_text: text.trim(), captcha_work })
    setPending(false)
    if (verdict === 'success') return onSuccess()
    setText('')
    setError(say({ zh: '回答不正确，请回答新的问题', en: 'That is not it; here is another question' }))
    await refresh()
  }
  const type = (next: string) => {
    setText(next)
    setError(undefined)
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <p aria-live="polite" className="min-h-10 font-medium">
        {requested ? requested.question : <Spinner />}
      </p>
      <TextField
        label={{ zh: '答案', en: 'Answer' }}
        autoFocus
        autoComplete="off"
        autoCapitalize="off"
        maxLength={64}
        value={text}
        onChange={type}
        error={error}
      />
      <div className="flex gap-2">
        <Button type="submit" kind="primary" pending={pending}>
          {say({ zh: '提交', en: 'Answer' })}
        </Button>
        <Button kind="quiet" onClick={() => void refresh()} disabled={pending}>
          {say({ zh: '换一个问题', en: 'Another question' })}
        </Button>
      </div>
    </form>
  )
}
