import { qrcodeCalls } from '@belvedere/contract/rooms/account/qrcode.ts'
import { Monitor, ShieldAlert, ShieldCheck, ShieldX, type LucideIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { call, type AnswerOf } from '../../../kit/calls/call.ts'
import { isSilent } from '../../../kit/calls/refusal.ts'
import { useSession } from '../../../kit/session/session.ts'
import { say, type Words } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { cx } from '../../../ui/base/join-classes.ts'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { useSecondsLeft } from '../../../ui/values/use-seconds-left.ts'

type SignInRequest = AnswerOf<typeof qrcodeCalls.look>
type SignInDecision = 'accepted' | 'refused' | 'over'

interface ConfirmSignInProps {
  /** Parameters of the scanned address. */
  qr: string
  /** Closes the question, answered or not. */
  onDone: () => void
}

/** Asks on the phone whether the browser that shows the QR code may sign in as the user who is signed in here. */
export function ConfirmSignIn({ qr, onDone }: ConfirmSignInProps) {
  const { asking, failure, outcome, pending, answer } = useQuestion(qr)
  if (failure) return <End end={ends.over} hint={failure} onDone={onDone} />
  if (outcome) return <End end={ends[outcome]} hint={ends[outcome].hint} onDone={onDone} />
  if (!asking) return <Waiting />
  return <Question asking={asking} pending={pending} onAnswer={answer} />
}

function Waiting() {
  return (
    <div className="later flex justify-center py-20">
      <Spinner />
    </div>
  )
}

/** Reads once, regardless of how often React mounts: the read informs the browser that the code was scanned. */
function useQuestion(qr: string) {
  const [asking, setAsking] = useState<SignInRequest>()
  const [failure, setFailure] = useState<string>()
  const [outcome, setOutcome] = useState<SignInDecision>()
  const [pending, setPending] = useState<0 | 1>()
  const looked = useRef('')
  const left = useSecondsLeft(asking?.expire_at ?? 0)
  useEffect(() => {
    if (looked.current === qr) return
    looked.current = qr
    call(qrcodeCalls.look, { qr })
      .then(setAsking)
      .catch((error: Error) => isSilent(error) || setFailure(error.message))
  }, [qr])
  const answer = async (accept: 0 | 1) => {
    setPending(accept)
    try {
      await call(qrcodeCalls.confirm, { qr, accept })
      setOutcome(accept ? 'accepted' : 'refused')
    } catch (error) {
      if (!isSilent(error)) setFailure((error as Error).message)
    } finally {
      setPending(undefined)
    }
  }
  const isOver = asking !== undefined && left === 0 && asking.expire_at * 1000 <= Date.now()
  return { asking, failure, outcome: outcome ?? (isOver ? ('over' as const) : undefined), pending, answer }
}

interface QuestionProps {
  asking: SignInRequest
  pending: 0 | 1 | undefined
  onAnswer: (accept: 0 | 1) => void
}

function Question({ asking, pending, onAnswer }: QuestionProps) {
  const name = useSession((s) => s.nickName)
  const left = useSecondsLeft(asking.expire_at)
  const { browser, system, ip, place } = asking
  const facts: readonly (readonly [Words, string])[] = [
    [{ zh: '浏览器', en: 'Browser' }, browser],
    [{ zh: '系统', en: 'System' }, system],
    [{ zh: 'IP 地址', en: 'IP address' }, ip],
    ...(place ? [[{ zh: '地点', en: 'Place' }, place] as const] : []),
    [{ zh: '登录为', en: 'Signs in as' }, name],
  ]
  return (
    <section aria-labelledby="confirm-title" className="mx-auto flex w-full max-w-sm flex-col px-5 pt-8 pb-6">
      <Emblem icon={Monitor} className="bg-accent-soft text-accent-text" />
      <h1 id="confirm-title" className="mt-4 text-center text-xl font-semibold">
        {say({ zh: '确认在电脑上登录？', en: 'Sign in on the computer?' })}
      </h1>
      <p className="mt-1 text-center text-soft">
        {say({ zh: '{left} 秒内有效', en: 'Good for another {left} s' }, { left })}
      </p>
      <dl className="mt-6 divide-y divide-line rounded-xl border border-line bg-surface text-base">
        {facts.map(([label, value]) => (
          <div key={label.en} className="flex min-h-11 items-center gap-4 px-4 py-2">
            <dt className="shrink-0 text-soft">{say(label)}</dt>
            <dd className="min-w-0 flex-1 text-right break-words">{value || '–'}</dd>
          </div>
        ))}
      </dl>
      {asking.same_address === 0 && (
        <p role="note" className="mt-3 flex gap-2 rounded-xl bg-warning-soft px-4 py-3 text-warning">
          <ShieldAlert size={18} aria-hidden="true" className="mt-px shrink-0" />
          {say({
            zh: '该浏览器与本机不在同一网络。如果不是您本人在登录，请拒绝。',
            en: 'That browser is on another network than this phone. Refuse if you are not signing in.',
          })}
        </p>
      )}
      <div className="mt-6 flex flex-col gap-3">
        <Button
          kind="primary"
          className="h-12 w-full text-base"
          pending={pending === 1}
          disabled={pending === 0}
          onClick={() => onAnswer(1)}
        >
          {say({ zh: '确认登录', en: 'Sign in' })}
        </Button>
        <Button
          className="h-12 w-full text-base"
          pending={pending === 0}
          disabled={pending === 1}
          onClick={() => onAnswer(0)}
        >
          {say({ zh: '拒绝', en: 'Refuse' })}
        </Button>
      </div>
    </section>
  )
}

interface Ending {
  icon: LucideIcon
  tone: string
  title: Words
  hint: string
}

const ends: Record<SignInDecision, Ending> = {
  accepted: {
    icon: ShieldCheck,
    tone: 'bg-success-soft text-success',
    title: { zh: '已确认登录', en: 'Signed in' },
    hint: say({ zh: '电脑上的浏览器已登录。', en: 'The browser on the computer is signed in.' }),
  },
  refused: {
    icon: ShieldX,
    tone: 'bg-danger-soft text-danger',
    title: { zh: '已拒绝', en: 'Refused' },
    hint: say({
      zh: '如果不是您本人发起，建议修改密码。',
      en: 'If you did not request this, consider changing your password.',
    }),
  },
  over: {
    icon: ShieldAlert,
    tone: 'bg-warning-soft text-warning',
    title: { zh: '无法确认', en: 'This cannot be confirmed' },
    hint: say({
      zh: '二维码已过期，请在电脑上刷新后重新扫描。',
      en: 'The QR code is over; show a new one on the computer.',
    }),
  },
}

function End({ end: { icon, tone, title }, hint, onDone }: { end: Ending; hint: string; onDone: () => void }) {
  return (
    <section role="status" className="mx-auto flex w-full max-w-sm flex-col items-center px-5 pt-8 pb-6 text-center">
      <Emblem icon={icon} className={tone} />
      <h1 className="mt-4 text-xl font-semibold">{say(title)}</h1>
      <p className="mt-1 text-soft">{hint}</p>
      <Button className="mt-8 h-12 w-full text-base" onClick={onDone}>
        {say({ zh: '完成', en: 'Done' })}
      </Button>
    </section>
  )
}

function Emblem({ icon: Icon, className }: { icon: LucideIcon; className: string }) {
  return (
    <span className={cx('mx-auto flex size-16 items-center justify-center rounded-full', className)}>
      <Icon size={30} strokeWidth={1.6} aria-hidden="true" />
    </span>
  )
}
