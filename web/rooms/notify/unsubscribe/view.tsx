import type { Out } from '@belvedere/contract/kit/define-calls.ts'
import { userCalls } from '@belvedere/contract/rooms/notify/user.ts'
import { useEffect, useState } from 'react'
import { brand } from '../../../kit/words/brand.ts'
import { call } from '../../../kit/calls/call.ts'
import { Logo } from '../../../kit/look/logo.tsx'
import { isSilent } from '../../../kit/calls/refusal.ts'
import { useUrlState } from '../../../kit/routing/url-state.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Status } from '../../../ui/feedback/status.tsx'

/** Unsubscribes from e-mails, or subscribes again; the link is the authorisation. */
export function View() {
  const [{ t }] = useUrlState({ t: '' })
  const [whose, setWhose] = useState<Out<typeof userCalls.left>>()
  const [error, setError] = useState<Error>()
  const [pending, setPending] = useState(false)
  const attempt = async (work: () => Promise<void>) => {
    setPending(true)
    setError(undefined)
    await work().catch((failure: Error) => !isSilent(failure) && setError(failure))
    setPending(false)
  }
  const look = () => attempt(async () => setWhose(await call(userCalls.left, { t })))
  useEffect(() => void look(), [t]) // oxlint-disable-line react-hooks/exhaustive-deps -- depends only on the link
  const set = (back: 0 | 1) =>
    attempt(async () => {
      const { left } = await call(userCalls.leave, { t, back })
      setWhose((before) => before && { ...before, left })
    })
  return (
    <main className="mx-auto flex min-h-full w-full max-w-[420px] flex-col justify-center gap-4 px-6 pb-[12vh]">
      <p className="flex items-center gap-2 font-semibold">
        <Logo />
        {say(brand)}
      </p>
      <h1 className="text-xl font-semibold">{say({ zh: '退订邮件', en: 'Unsubscribe' })}</h1>
      {error && <ErrorState error={error} {...(!whose && { onRetry: () => void look() })} />}
      {!whose && !error && <Skeleton className="h-24" />}
      {whose && (
        <>
          <p className="text-soft">
            {say(
              whose.left
                ? {
                    zh: '{masked} 不再接收“{team}”的网络告警与报告。',
                    en: '{masked} gets no more alarms and reports of “{team}”.',
                  }
                : {
                    zh: '{masked} 可接收“{team}”的网络告警与报告。',
                    en: '{masked} may get alarms and reports of “{team}”.',
                  },
              { masked: whose.masked, team: whose.team },
            )}
          </p>
          {whose.left === 1 && <Status tone="success" label={{ zh: '已退订', en: 'Unsubscribed' }} />}
          <Button
            kind={whose.left ? 'plain' : 'primary'}
            size="l"
            pending={pending}
            onClick={() => void set(whose.left)}
          >
            {say(whose.left ? { zh: '重新接收', en: 'Get them again' } : { zh: '退订', en: 'Unsubscribe' })}
          </Button>
        </>
      )}
    </main>
  )
}
