import type { Out } from '@belvedere/contract/kit/define-calls.ts'
import { userCalls } from '@belvedere/contract/rooms/notify/user.ts'
import { useState } from 'react'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { SettingField } from '../../../ui/fields/setting-field.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import type { AlarmContact } from './contact.ts'
import { ProviderAnswer } from './provider-answer.tsx'
import { inputOf, type ContactDraft } from './contact-draft.ts'

interface RobotFieldsProps {
  draft: ContactDraft
  set: (part: Partial<ContactDraft>) => void
  user: AlarmContact | undefined
  providers: Out<typeof userCalls.provider> | undefined
  faults: Readonly<Record<string, string>>
}

/** The kind of the robot, and the settings of that kind. */
export function RobotFields({ draft, set, user, providers, faults }: RobotFieldsProps) {
  const test = useMutateCall(userCalls.test)
  const [answer, setAnswer] = useState<{ ok: 0 | 1; answer: string }>()
  if (!providers) return <Skeleton className="h-40" />
  const provider = providers.list.find((one) => one.provider === draft.provider)
  const fields = provider?.fields ?? []
  const wrong = { ...test.fields, ...faults }
  const tryIt = async () => {
    setAnswer(undefined)
    const { settings } = inputOf(draft, user, fields)
    const common = { provider: draft.provider, template: draft.template, lang: draft.lang }
    setAnswer(await test.run({ ...(user && { id: user.id }), ...common, ...(settings && { settings }) }))
  }
  return (
    <>
      <Select
        label={{ zh: '类型', en: 'Kind' }}
        options={providers.list.map(({ provider, words }) => ({ id: provider, label: words[lang] }))}
        value={draft.provider}
        onChange={(provider) => (setAnswer(undefined), test.reset(), set({ provider, settings: {} }))}
        disabled={user !== undefined}
        {...(provider?.limit && { hint: limitText(provider.limit) })}
      />
      {fields.map((field) => (
        <SettingField
          key={`${draft.provider} ${field.key}`}
          field={field}
          value={draft.settings[field.key] ?? field.value}
          onChange={(value) => set({ settings: { ...draft.settings, [field.key]: value } })}
          error={wrong[field.key]}
        />
      ))}
      {providers.inside === 0 && (
        <p className="text-xs text-faint">
          {say({
            zh: '服务器不允许访问内网地址；需要时由平台管理员用 --webhook-inside allow 开启。',
            en: 'Addresses inside private networks are not allowed on this server; its operator may do so by --webhook-inside allow.',
          })}
        </p>
      )}
      <div className="flex flex-col gap-2">
        <Button className="self-start" pending={test.pending} onClick={() => void tryIt()}>
          {say({ zh: '发送测试消息', en: 'Send a test message' })}
        </Button>
        {answer && <ProviderAnswer {...answer} />}
      </div>
    </>
  )
}

const limitText = ({ count, seconds }: { count: number; seconds: number }) =>
  say(
    {
      zh: '每 {seconds} 秒最多 {count} 条，超出自动合并',
      en: 'At most {count} {count:message|messages} in {seconds} s; further ones are combined into one',
    },
    { count, seconds },
  )
