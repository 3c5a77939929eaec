import { qrcodeCalls } from '@belvedere/contract/rooms/account/qrcode.ts'
import { Check, RotateCw, ShieldX, Smartphone } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { call, type AnswerOf } from '../../../kit/calls/call.ts'
import { isLoopback, loopbackNote } from '../../../kit/loopback.ts'
import { isSilent } from '../../../kit/calls/refusal.ts'
import { say, type Words } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { cx } from '../../../ui/base/join-classes.ts'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { useSecondsLeft } from '../../../ui/values/use-seconds-left.ts'
import { QrPicture } from '../qr-picture.tsx'
import { useSignIn, type SignedIn, type VerifyNeeded } from './use-sign-in.ts'

type Code = AnswerOf<typeof qrcodeCalls.login>
type Scan = AnswerOf<typeof qrcodeCalls.scan>
type QrSignInState = Scan['state'] | 'failed'

/** Sign-in with a phone that is already signed in. */
export function QrForm({ onVerify }: { onVerify: (needed: VerifyNeeded) => void }) {
  const { code, state, failure, refresh } = useQrSignIn(onVerify)
  const isOpen = state === 'wait' || state === 'scanned'
  return (
    <div className="flex flex-col items-center">
      <div className="relative size-52 overflow-hidden rounded-xl border border-line bg-sunken">
        {code ? (
          <QrPicture
            text={`${location.origin}${code.url}`}
            label={{ zh: '登录二维码', en: 'QR code to sign in' }}
            className={cx('size-full', state !== 'wait' && 'opacity-10')}
          />
        ) : (
          <div className="later flex size-full items-center justify-center">{state !== 'failed' && <Spinner />}</div>
        )}
        <Cover state={state} onRefresh={refresh} />
      </div>
      <p role="status" className="mt-4 text-center font-medium">
        {failure ?? say(texts[state])}
      </p>
      <p className="mt-1 min-h-10 text-center text-xs text-soft">
        {isOpen && code ? <Left until={code.expire_at} /> : null}
      </p>
      {isLoopback && state === 'wait' && (
        <p role="note" className="mt-2 rounded-md bg-warning-soft px-3 py-2 text-xs text-warning">
          {say(loopbackNote)}
        </p>
      )}
    </div>
  )
}

const texts: Record<QrSignInState, Words> = {
  wait: { zh: '请用已登录的手机扫描二维码', en: 'Scan with a phone that is signed in' },
  scanned: { zh: '已扫描，请在手机上确认', en: 'Scanned; confirm on the phone' },
  confirmed: { zh: '登录中', en: 'Signing in' },
  refused: { zh: '已在手机上拒绝', en: 'Refused on the phone' },
  expired: { zh: '二维码已过期', en: 'The QR code is over' },
  failed: { zh: '二维码获取失败', en: 'No QR code could be had' },
}

function Left({ until }: { until: number }) {
  const left = useSecondsLeft(until)
  return say(
    {
      zh: '手机扫码后打开页面，确认即可登录。{left} 秒后过期',
      en: 'Open the page it names and confirm there. Good for {left} s',
    },
    { left },
  )
}

/** Overlay of the QR code while it must not be scanned. */
function Cover({ state, onRefresh }: { state: QrSignInState; onRefresh: () => void }) {
  if (state === 'wait') return null
  const icons: Partial<Record<QrSignInState, ReactNode>> = {
    scanned: <Smartphone size={40} strokeWidth={1.4} className="text-accent-text" />,
    confirmed: <Check size={40} strokeWidth={1.6} className="text-success" />,
    refused: <ShieldX size={40} strokeWidth={1.4} className="text-danger" />,
  }
  const canRefresh = state === 'expired' || state === 'refused' || state === 'failed'
  return (
    <div className="absolute inset-0 flex flex-col items-center justify-center gap-4">
      <span aria-hidden="true">{icons[state]}</span>
      {canRefresh && (
        <Button icon={RotateCw} onClick={onRefresh} className="shadow-card">
          {say({ zh: '刷新二维码', en: 'New QR code' })}
        </Button>
      )}
    </div>
  )
}

/** Milliseconds before the next request after an immediate response, and after a failure. */
const pause = { told: 500, unreachable: 3_000 }

/** One QR code at a time; the server responds as soon as its state changes. */
function useQrSignIn(onVerify: (needed: VerifyNeeded) => void) {
  const [code, setCode] = useState<Code>()
  const [state, setState] = useState<QrSignInState>('wait')
  const [failure, setFailure] = useState<string>()
  const [round, setRound] = useState(0)
  const { signIn } = useSignIn(onVerify)
  useEffect(() => {
    const gone = new AbortController()
    const run = async () => {
      const fresh = await call(qrcodeCalls.login, {}, { signal: gone.signal })
      setCode(fresh)
      const last = await follow(fresh, gone.signal, setState)
      if (last.token) await signIn(async () => last as SignedIn)
    }
    setCode(undefined)
    setState('wait')
    setFailure(undefined)
    run().catch((error: Error) => {
      if (isSilent(error) || gone.signal.aborted) return
      setState('failed')
      setFailure(error.message)
    })
    return () => gone.abort()
    // the sign-in function is the same for every code
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [round])
  return { code, state, failure, refresh: () => setRound((before) => before + 1) }
}

/** Polls until the code is confirmed or expired; short network failures are ignored. */
async function follow(code: Code, signal: AbortSignal, tell: (state: QrSignInState) => void): Promise<Scan> {
  let known: 'wait' | 'scanned' = 'wait'
  for (;;) {
    const answer = await ask(code, known, signal)
    if (answer && answer.state !== 'wait' && answer.state !== 'scanned') {
      tell(answer.state)
      return answer
    }
    if (answer?.state === 'wait' || answer?.state === 'scanned') tell((known = answer.state))
    if (code.expire_at * 1000 < Date.now()) {
      tell('expired')
      return { state: 'expired' }
    }
    await new Promise((resolve) => setTimeout(resolve, answer ? pause.told : pause.unreachable))
    signal.throwIfAborted()
  }
}

async function ask(code: Code, known: 'wait' | 'scanned', signal: AbortSignal): Promise<Scan | undefined> {
  try {
    return await call(qrcodeCalls.scan, { key: code.key, known }, { signal })
  } catch (error) {
    if (isSilent(error)) throw error
    return undefined
  }
}
