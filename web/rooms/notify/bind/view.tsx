import { userCalls } from '@belvedere/contract/rooms/notify/user.ts'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../kit/calls/call.ts'
import { isSilent } from '../../../kit/calls/refusal.ts'
import { useUrlState } from '../../../kit/routing/url-state.ts'
import { say } from '../../../kit/words/words.ts'
import { EmptyState, ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'

/** Reports the scan to the server; the console that shows the code continues by itself. */
export function View() {
  const [{ code, state: key }] = useUrlState({ code: '', state: '' })
  const [team, setTeam] = useState<string>()
  const [error, setError] = useState<Error>()
  const told = useRef(false)
  useEffect(() => {
    // a code can be used once
    if (told.current) return
    told.current = true
    call(userCalls.bind, { key, code })
      .then((answer) => setTeam(answer.team))
      .catch((failure: Error) => !isSilent(failure) && setError(failure))
  }, [key, code])
  return (
    <main className="flex min-h-full flex-col items-center justify-center px-6">
      {team !== undefined ? (
        <EmptyState
          heading
          icon={CircleCheck}
          title={{ zh: '微信已绑定', en: 'WeChat is bound' }}
          hint={say(
            {
              zh: '“{team}”的网络告警将通知到您，请关注公众号并回到控制台保存。',
              en: 'You will be notified of alarms of “{team}”: follow the account, and save in the console.',
            },
            { team },
          )}
        />
      ) : (
        <>
          <h1 className="text-xl font-semibold">{say({ zh: '绑定微信', en: 'Bind WeChat' })}</h1>
          {error ? <ErrorState error={error} /> : <Spinner />}
        </>
      )}
    </main>
  )
}
