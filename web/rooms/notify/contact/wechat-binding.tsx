import { bindState } from '@belvedere/contract/rooms/notify/enums.ts'
import { userCalls } from '@belvedere/contract/rooms/notify/user.ts'
import { Suspense, useEffect, useState } from 'react'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { say, type Words } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { textOf } from '../../../ui/base/text-of.ts'
import { QrPicture } from '../../account/api.tsx'

interface WechatBindingProps {
  bound: boolean
  /** Name of the account that was bound before. */
  masked: string | undefined
  onBound: (key: string) => void
  error: Words | string | undefined
}

/** Milliseconds between polls for a scan. */
const EVERY = 2000

/** A QR code to be scanned with WeChat; polled until it is scanned or expired. */
export function WechatBinding({ bound, masked, onBound, error }: WechatBindingProps) {
  const [wanted, want] = useState(masked === undefined)
  if (bound) return <Status tone="success" label={{ zh: '微信已绑定', en: 'WeChat is bound' }} />
  if (!wanted)
    return (
      <div className="flex items-center gap-3">
        <Status tone="success" label={{ zh: '微信已绑定', en: 'WeChat is bound' }} />
        <Button size="s" onClick={() => want(true)}>
          {say({ zh: '更换微信', en: 'Bind another' })}
        </Button>
      </div>
    )
  return (
    <div className="flex flex-col items-center gap-2">
      <Code onBound={onBound} />
      {error && (
        <p role="alert" className="text-xs text-danger">
          {textOf(error)}
        </p>
      )}
    </div>
  )
}

function Code({ onBound }: { onBound: (key: string) => void }) {
  const code = useQueryCall(userCalls.qrcode, {})
  const key = code.data?.key ?? ''
  const { data } = useQueryCall(userCalls.scan, { key }, { enabled: key !== '', every: EVERY })
  const state = data?.state
  useEffect(() => {
    if (state === bindState.id.bound) onBound(key)
  }, [state, key]) // oxlint-disable-line react-hooks/exhaustive-deps -- called once per key
  const again = () => void code.refetch()
  if (code.error) return <Button onClick={again}>{say({ zh: '重新获取二维码', en: 'Ask for a new code' })}</Button>
  const isOver = state === bindState.id.expired
  return (
    <>
      <span className="relative size-40 overflow-hidden rounded-md border border-line">
        <Suspense>
          {code.data && !isOver && (
            <QrPicture
              text={code.data.url}
              label={{ zh: '微信绑定二维码', en: 'Code to bind WeChat' }}
              className="size-full"
            />
          )}
        </Suspense>
        {isOver && (
          <span className="absolute inset-0 flex items-center justify-center bg-sunken">
            <Button size="s" onClick={again}>
              {say({ zh: '刷新', en: 'Renew' })}
            </Button>
          </span>
        )}
      </span>
      <p role="status" className="text-xs text-soft">
        {isOver
          ? say({ zh: '二维码已过期', en: 'The code has expired' })
          : say({
              zh: '请联系人用微信扫码，并关注公众号',
              en: 'The contact scans it with WeChat, and follows the account',
            })}
      </p>
    </>
  )
}
