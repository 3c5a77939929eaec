import { alarmUserType } from '@belvedere/contract/rooms/notify/enums.ts'
import { useMay } from '../../../kit/session/session.ts'
import { say, type Words } from '../../../kit/words/words.ts'
import { Go } from '../../../kit/routing/go.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { AlarmContact } from './contact.ts'
import type { ContactDraft } from './contact-draft.ts'
import { WechatBinding } from './wechat-binding.tsx'

interface ContactFieldsProps {
  draft: ContactDraft
  set: (part: Partial<ContactDraft>) => void
  user: AlarmContact | undefined
  ready: { sms: 0 | 1; email: 0 | 1; wechat: 0 | 1 } | undefined
  error: Words | string | undefined
}

const { sms, email, wechat } = alarmUserType.id
const ways = alarmUserType.values.filter(({ id }) => id === sms || id === email || id === wechat)
/** By type. */
const carriers: readonly ('sms' | 'email' | 'wechat')[] = ['sms', 'email', 'wechat']
const languages = [
  { id: 'zh' as const, label: '中文' }, // one language: the name of a language in that language
  { id: 'en' as const, label: 'English' },
]

/** Addresses of a person. */
export function ContactFields({ draft, set, user, ready, error }: ContactFieldsProps) {
  const key = carriers[draft.type]
  const isReady = !ready || !key || ready[key] === 1
  return (
    <>
      <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
        <Select
          label={{ zh: '通知方式', en: 'By' }}
          options={ways}
          value={draft.type}
          onChange={(type) => set({ type, address: '', key: '' })}
          disabled={user !== undefined}
        />
        <Select
          label={{ zh: '消息语言', en: 'Language' }}
          options={languages}
          value={draft.lang}
          onChange={(lang) => set({ lang })}
        />
      </div>
      {!isReady && <NotReady />}
      {draft.type === wechat ? (
        isReady && (
          <WechatBinding bound={draft.key !== ''} masked={user?.masked} onBound={(key) => set({ key })} error={error} />
        )
      ) : (
        <TextField
          required={!user}
          label={draft.type === sms ? { zh: '手机号', en: 'Mobile phone' } : { zh: '邮箱', en: 'E-mail address' }}
          hint={
            user
              ? { zh: '更换后需重新验证', en: 'A new address must be verified again' }
              : { zh: '保存后向该地址发送验证码', en: 'A code is sent there after saving' }
          }
          placeholder={user?.masked}
          inputMode={draft.type === sms ? 'tel' : 'email'}
          maxLength={64}
          value={draft.address}
          onChange={(address) => set({ address })}
          error={error}
          autoComplete="off"
        />
      )}
    </>
  )
}

/** The channel is set up by administrators of the installation in the outbox. */
function NotReady() {
  const may = useMay()
  return (
    <p role="status" className="rounded-md bg-warning-soft px-3 py-2">
      {say({
        zh: '平台尚未配置此通道，消息发不出去。',
        en: 'This channel is not set up on this server; nothing can go out by it.',
      })}{' '}
      {may('account.outbox') ? (
        <Go to="/account/outbox" className="text-accent-text underline underline-offset-2">
          {say({ zh: '前往发件箱设置', en: 'Set it up in the outbox' })}
        </Go>
      ) : (
        say({ zh: '请联系平台管理员。', en: 'Ask an administrator of the installation.' })
      )}
    </p>
  )
}
