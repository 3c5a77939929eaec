import { accountRole } from '@belvedere/contract/rooms/account/enums.ts'
import { userCalls } from '@belvedere/contract/rooms/account/user.ts'
import { Languages, Lightbulb, LogOut, Monitor, Moon, QrCode, Sun, type LucideIcon } from 'lucide-react'
import { Suspense, useState, type ReactNode } from 'react'
import { lazyPart } from '../../../kit/loading/lazy-part.ts'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { useSession } from '../../../kit/session/session.ts'
import { useThemeChange } from '../../../kit/look/theme-switch.tsx'
import { changeLanguage, lang, say, type Words } from '../../../kit/words/words.ts'

// Sheets are loaded on demand.
const SignOutSheet = lazyPart(() => import('./sign-out-sheet.tsx'), 'SignOutSheet')
const ScanSheet = lazyPart(() => import('./scan-sheet.tsx'), 'ScanSheet')

/** Profile, preferences and sign-out. */
export function MeTab() {
  const { next, pending, change } = useThemeChange()
  const [leaving, setLeaving] = useState(false)
  const [scanning, setScanning] = useState(false)
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
        <Row icon={QrCode} label={{ zh: '扫码登录电脑', en: 'Sign in a computer' }} onPress={() => setScanning(true)} />
        <a href="/index" className={row}>
          <Monitor size={20} aria-hidden="true" className="text-faint" />
          <span className="flex-1">{say({ zh: '打开完整控制台', en: 'Open the full console' })}</span>
        </a>
        <a href="/support/suggest" className={row}>
          <Lightbulb size={20} aria-hidden="true" className="text-faint" />
          <span className="flex-1">{say({ zh: '意见反馈', en: 'Suggest something' })}</span>
        </a>
      </Rows>
      <Rows>
        <Row icon={LogOut} label={{ zh: '退出登录', en: 'Sign out' }} onPress={() => setLeaving(true)} />
      </Rows>
      <Suspense>
        {scanning && <ScanSheet onClose={() => setScanning(false)} />}
        {leaving && <SignOutSheet onClose={() => setLeaving(false)} />}
      </Suspense>
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

interface MeRowProps {
  icon: LucideIcon
  label: Words
  value?: string
  valueLang?: string
  disabled?: boolean
  onPress: () => void
}

function Row({ icon: Icon, label, value, valueLang, disabled, onPress }: MeRowProps) {
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
