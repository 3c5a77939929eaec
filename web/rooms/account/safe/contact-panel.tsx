import { contactCalls } from '@belvedere/contract/rooms/account/contact.ts'
import { codeChannel } from '@belvedere/contract/rooms/account/enums.ts'
import { Suspense, useState } from 'react'
import type { AnswerOf } from '../../../kit/calls/call.ts'
import { lazyPart } from '../../../kit/loading/lazy-part.ts'
import { useMutateCall, useQueryCall } from '../../../kit/calls/query.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { useConfirm } from '../../../ui/dialogs/confirm-dialog.tsx'
import { ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { Switch } from '../../../ui/fields/switch.tsx'
import { Matter, Panel } from '../../../ui/layout/panel.tsx'

const ContactDialog = lazyPart(() => import('./contact-dialog.tsx'), 'ContactDialog')

type Contact = AnswerOf<typeof contactCalls.get>
export type CodeChannel = (typeof codeChannel.ids)[number]

/** Phone number and e-mail address: for sign-in, password reset and codes. */
export function ContactPanel() {
  const { data, error, refetch } = useQueryCall(contactCalls.get, {})
  return (
    <Panel
      title={{ zh: '手机与邮箱', en: 'Phone and e-mail' }}
      hint={{
        zh: '可用于登录、找回密码与接收验证码。',
        en: 'To sign in with, to get back in when the password is forgotten, and for codes.',
      }}
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <div className="divide-y divide-line">
          {codeChannel.ids.map((channel) => (
            <ContactMatter key={channel} channel={channel} contact={data} />
          ))}
        </div>
      ) : (
        <Skeleton className="h-22 w-full" />
      )}
    </Panel>
  )
}

function ContactMatter({ channel, contact }: { channel: CodeChannel; contact: Contact }) {
  const [binding, setBinding] = useState(false)
  const confirm = useConfirm()
  const unbind = useMutateCall(contactCalls.unbind, { done: unbound })
  const second = useMutateCall(contactCalls.second, { done: saved })
  const [address, isSecond] =
    channel === 'sms' ? [contact.phone, contact.second_sms] : [contact.email, contact.second_email]
  const label = codeChannel.find(channel) ?? { zh: '', en: '' }
  const ask = async () => {
    const title = say(
      { zh: '解绑{what} {address}？', en: 'Unbind the {what} {address}?' },
      { what: label[lang].toLowerCase(), address },
    )
    if (await confirm({ title, danger: true, ok: { zh: '解绑', en: 'Unbind' } })) await unbind.run({ channel })
  }
  const actions = (
    <>
      <Button onClick={() => setBinding(true)}>
        {address ? say({ zh: '更换', en: 'Change' }) : say({ zh: '绑定', en: 'Bind' })}
      </Button>
      {address && (
        <Button pending={unbind.pending} onClick={ask}>
          {say({ zh: '解绑', en: 'Unbind' })}
        </Button>
      )}
    </>
  )
  return (
    <Matter label={label} action={actions}>
      <span className="inline-flex flex-wrap items-center gap-x-5 gap-y-1">
        {address ? <span>{address}</span> : <Status tone="disabled" label={{ zh: '未绑定', en: 'Not bound' }} />}
        {address && (
          <Switch
            label={{ zh: '作为登录的第二步', en: 'Second step at sign-in' }}
            checked={isSecond === 1}
            disabled={second.pending}
            onChange={(on) => void second.run({ channel, on: on ? 1 : 0 })}
          />
        )}
      </span>
      {binding && (
        <Suspense>
          <ContactDialog channel={channel} onClose={() => setBinding(false)} />
        </Suspense>
      )}
    </Matter>
  )
}

const unbound = { zh: '已解绑', en: 'Unbound' }
const saved = { zh: '已保存', en: 'Saved' }
