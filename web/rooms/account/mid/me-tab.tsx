import { accountRole } from '@belvedere/contract/rooms/account/enums.ts'
import { userCalls } from '@belvedere/contract/rooms/account/user.ts'
import { Languages, LogOut, Monitor, Moon, Sun, type LucideIcon } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useMutateCall, useQueryCall } from '../../../kit/query.ts'
import { useSession, wipeSession } from '../../../kit/session.ts'
import { useThemeChange } from '../../../kit/theme-switch.tsx'
import { changeLanguage, lang, say, type Words } from '../../../kit/words.ts'
import { Button } from '../../../ui/button.tsx'
import { Sheet } from '../../../ui/phone/sheet.tsx'
import { toast } from '../../../ui/toast.tsx'

/** Who one is, what one is used to, and the way out. */
export function MeTab() {
  const { next, pending, change } = useThemeChange()
  const [leaving, setLeaving] = useState(false)
  const dark = next === 1 ? { zh: '深色主题', en: 'Dark theme' } : { zh: '浅色主题', en: 'Light theme' }
  return (
    <div className="flex flex-col gap-3">
      <Who />
      <Rows>
        <Row
          icon={Languages}
          label={{ zh: '切换语言', en: 'Language' }}
          value={lang === 'zh' ? 'English' : '中文'}
          valueLang={lang === 'zh' ? 'en' : 'zh'}
          onPress={() => changeLanguage(lang === 'zh' ? 'en' : 'zh')}
        />
        <Row
          icon={next === 1 ? Moon : Sun}
          label={{ zh: '切换主题', en: 'Theme' }}
          value={say(dark)}
          disabled={pending}
          onPress={() => void change()}
        />
      </Rows>
      <Rows>
        <a href="/index" className={row}>
          <Monitor size={20} aria-hidden="true" className="text-faint" />
          <span className="flex-1">{say({ zh: '打开完整控制台', en: 'Open the full console' })}</span>
        </a>
      </Rows>
      <Rows>
        <Row icon={LogOut} label={{ zh: '退出登录', en: 'Sign out' }} onPress={() => setLeaving(true)} />
      </Rows>
      {leaving && <SignOutSheet onClose={() => setLeaving(false)} />}
    </div>
  )
}

function Who() {
  const name = useSession((s) => s.nickName)
  const { data } = useQueryCall(userCalls.profile, {}, { keep: true })
  const facts = data && [data.account, data.team, accountRole.label(data.role, lang)].filter(Boolean).join(' · ')
  return (
    <section className="flex items-center gap-3.5 rounded-xl border border-line bg-surface p-4">
      <span
        aria-hidden="true"
        className="flex size-12 shrink-0 items-center justify-center rounded-full bg-accent-soft text-lg font-semibold text-accent-text uppercase"
      >
        {[...name][0] ?? '·'}
      </span>
      <div className="min-w-0">
        <p className="truncate text-lg font-semibold">{name}</p>
        <p className="min-h-5 truncate text-sm text-soft">{facts}</p>
      </div>
    </section>
  )
}

const row = 'flex min-h-13 w-full items-center gap-3 px-4 text-left active:bg-hover disabled:opacity-60'

function Rows({ children }: { children: ReactNode }) {
  return <div className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface">{children}</div>
}

interface RowProps {
  icon: LucideIcon
  label: Words
  value?: string
  valueLang?: string
  disabled?: boolean
  onPress: () => void
}

function Row({ icon: Icon, label, value, valueLang, disabled, onPress }: RowProps) {
  return (
    <button type="button" disabled={disabled} onClick={onPress} className={row}>
      <Icon size={20} aria-hidden="true" className="text-faint" />
      <span className="flex-1">{say(label)}</span>
      {value && (
        <span lang={valueLang} className="text-sm text-soft">
          {value}
        </span>
      )}
    </button>
  )
}

/** The whole page starts anew afterwards: nothing of the old user stays in memory. */
function SignOutSheet({ onClose }: { onClose: () => void }) {
  const logout = useMutateCall(userCalls.logout)
  const leave = async () => {
    if (!(await logout.run({}, { keep: true }))) return
    wipeSession()
    toast.success({ zh: '操作成功', en: 'Signed out' })
    setTimeout(() => location.replace('/mid'), 500)
  }
  return (
    <Sheet onClose={onClose} title={{ zh: '确定退出登录？', en: 'Sign out?' }}>
      <p className="mb-4 text-soft">
        {say({ zh: '之后需要重新登录才能查看网络。', en: 'You will have to sign in again to see your networks.' })}
      </p>
      <div className="grid grid-cols-2 gap-3">
        <Button onClick={onClose}>{say({ zh: '取消', en: 'Cancel' })}</Button>
        <Button kind="danger" pending={logout.pending} onClick={leave}>
          {say({ zh: '退出', en: 'Sign out' })}
        </Button>
      </div>
    </Sheet>
  )
}
