import { contactCalls } from '@belvedere/contract/rooms/account/contact.ts'
import { accountRole, theme as themes } from '@belvedere/contract/rooms/account/enums.ts'
import { userCalls } from '@belvedere/contract/rooms/account/user.ts'
import type { AnswerOf } from '../../../kit/calls/call.ts'
import { Go } from '../../../kit/routing/go.tsx'
import { useMutateCall, useQueryCall } from '../../../kit/calls/query.ts'
import { useSession } from '../../../kit/session/session.ts'
import { applyTheme, useTheme, type ThemeId } from '../../../kit/look/theme.ts'
import { changeLanguage, lang, say } from '../../../kit/words/words.ts'
import { ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { RevisePopover } from '../../../ui/popups/revise-popover.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Badge } from '../../../ui/feedback/status.tsx'
import { AccountPage, Matter, Panel } from '../../../ui/layout/panel.tsx'
import { AvatarMatter } from './avatar-matter.tsx'
import { QuotaPanel } from './quota-panel.tsx'

type UserProfile = AnswerOf<typeof userCalls.profile>

/** Profile of the user, language and theme of the console. */
export function View() {
  const { data, error, refetch } = useQueryCall(userCalls.profile, {})
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <AccountPage>
      <Panel title={{ zh: '基本信息', en: 'About you' }}>{data ? <About me={data} /> : <Waiting />}</Panel>
      <Panel title={{ zh: '语言与外观', en: 'Language and appearance' }}>
        <Looks />
      </Panel>
      <QuotaPanel />
    </AccountPage>
  )
}

function Waiting() {
  return <Skeleton className="h-44 w-full" />
}

function About({ me }: { me: UserProfile }) {
  const change = useMutateCall(userCalls.changeProfile, { done: { zh: '已保存', en: 'Saved' } })
  const rename = async (nickName: string) => {
    const saved = await change.run({ nickName })
    if (saved) useSession.setState({ nickName: saved.nickName })
    return saved !== undefined
  }
  return (
    <div className="divide-y divide-line">
      <AvatarMatter name={me.nickName} avatar={me.avatar} />
      <Matter label={{ zh: '账号', en: 'Account' }}>{me.account}</Matter>
      <Matter label={{ zh: '姓名', en: 'Name' }}>
        <span className="inline-flex max-w-full items-center gap-1">
          <span className="truncate">{me.nickName}</span>
          <RevisePopover label={{ zh: '修改姓名', en: 'Change the name' }} value={me.nickName} onSave={rename} />
        </span>
      </Matter>
      <Contacts />
      <Matter label={{ zh: '团队', en: 'Team' }}>{me.team}</Matter>
      <Matter label={{ zh: '角色', en: 'Role' }}>
        <span className="inline-flex flex-wrap items-center gap-2">
          {accountRole.label(me.role, lang)}
          {me.is_admin === 1 && (
            <Badge tone="primary" label={{ zh: '平台管理员', en: 'Administrator of this installation' }} />
          )}
        </span>
      </Matter>
      <Matter
        label={{ zh: '账户安全', en: 'Security' }}
        action={
          <Go to="/account/safe" className="text-accent-text hover:underline">
            {say({ zh: '前往设置', en: 'Open' })}
          </Go>
        }
      >
        <span className="text-soft">
          {say({
            zh: '密码、手机与邮箱、两步验证、登录会话与 API 令牌',
            en: 'Password, phone, e-mail, second step, sessions and API tokens',
          })}
        </span>
      </Matter>
    </div>
  )
}

/** Shown here, bound on the security page. */
function Contacts() {
  const { data, error } = useQueryCall(contactCalls.get, {})
  const none = <span className="text-faint">{say({ zh: '未绑定', en: 'Not bound' })}</span>
  const unread = error && <span className="text-danger">{error.message}</span>
  return (
    <>
      <Matter label={{ zh: '手机', en: 'Phone' }}>{data ? data.phone || none : unread}</Matter>
      <Matter label={{ zh: '邮箱', en: 'E-mail' }}>{data ? data.email || none : unread}</Matter>
    </>
  )
}

const languages = [
  { id: 'zh', label: '简体中文' }, // one language: the name of a language in that language
  { id: 'en', label: 'English' },
] as const

function Looks() {
  const { theme } = useTheme()
  const change = useMutateCall(userCalls.changeProfile)
  const turn = async (next: ThemeId) => {
    // the theme changes only after the server has saved it
    if (await change.run({ theme: next })) applyTheme(next)
  }
  const speak = async (next: 'zh' | 'en') => {
    if (next !== lang && (await change.run({ language: next === 'zh' ? 'cn' : 'en' }))) changeLanguage(next)
  }
  return (
    <div className="divide-y divide-line">
      <Matter label={{ zh: '语言', en: 'Language' }}>
        <Select
          name={{ zh: '语言', en: 'Language' }}
          options={languages}
          value={lang}
          onChange={speak}
          className="max-w-48"
        />
      </Matter>
      <Matter label={{ zh: '主题', en: 'Theme' }}>
        <Select
          name={{ zh: '主题', en: 'Theme' }}
          options={themes.values}
          value={theme}
          onChange={turn}
          className="max-w-48"
        />
      </Matter>
    </div>
  )
}
