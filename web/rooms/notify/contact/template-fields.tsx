import { userCalls } from '@belvedere/contract/rooms/notify/user.ts'
import { useEffect, useState } from 'react'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { TextArea } from '../../../ui/fields/text-field.tsx'
import type { ContactDraft } from './contact-draft.ts'

const languages = [
  { id: 'zh' as const, label: '中文' }, // one language: the name of a language in that language
  { id: 'en' as const, label: 'English' },
]
/** Variables of a template. */
const places = [
  { name: 'level', zh: '级别', en: 'Level' },
  { name: 'title', zh: '告警', en: 'Alarm' },
  { name: 'text', zh: '内容', en: 'Text' },
  { name: 'state', zh: '状态', en: 'State' },
  { name: 'device', zh: '设备', en: 'Device' },
  { name: 'sn', zh: '序列号', en: 'Serial' },
  { name: 'scene', zh: '场景', en: 'Scene' },
  { name: 'time', zh: '时间', en: 'Time' },
  { name: 'since', zh: '开始时间', en: 'Since' },
  { name: 'lasted', zh: '持续时长', en: 'Lasted' },
  { name: 'children', zh: '影响设备数', en: 'Devices behind it' },
  { name: 'cnt', zh: '次数', en: 'Count' },
  { name: 'link', zh: '链接', en: 'Link' },
]
const MOST = 1000
/** Milliseconds after the last key. */
const PAUSE = 400

interface TemplateFieldsProps {
  draft: ContactDraft
  set: (part: Partial<ContactDraft>) => void
  error: string | undefined
}

/** The template of an incident message, with a preview. */
export function TemplateFields({ draft: { lang, template }, set, error }: TemplateFieldsProps) {
  const preview = useMutateCall(userCalls.preview, { quiet: true })
  const [shown, setShown] = useState<{ subject: string; text: string }>()
  useEffect(() => {
    const timer = setTimeout(async () => {
      const answer = await preview.run({ lang, template })
      if (answer) setShown(answer)
    }, PAUSE)
    return () => clearTimeout(timer)
  }, [lang, template]) // oxlint-disable-line react-hooks/exhaustive-deps -- depends only on the typed text
  return (
    <div className="flex flex-col gap-4 border-t border-line pt-4">
      <Select
        label={{ zh: '消息语言', en: 'Language' }}
        options={languages}
        value={lang}
        onChange={(lang) => set({ lang })}
      />
      <TextArea
        label={{ zh: '消息模板', en: 'Message template' }}
        hint={{ zh: '留空使用默认写法', en: 'Empty: as usual' }}
        maxLength={MOST}
        rows={3}
        value={template}
        onChange={(template) => set({ template })}
        error={error ?? preview.fields['template']}
      />
      <div
        role="group"
        aria-label={say({ zh: '插入变量', en: 'Insert a place' })}
        className="-mt-2 flex flex-wrap gap-1.5"
      >
        {places.map((place) => (
          <button
            key={place.name}
            type="button"
            onClick={() => set({ template: `${template}{${place.name}}`.slice(0, MOST) })}
            className="h-6 rounded border border-line px-1.5 text-xs text-soft hover:bg-hover"
          >
            {say(place)}
          </button>
        ))}
      </div>
      {shown && (
        <section
          aria-label={say({ zh: '预览', en: 'Preview' })}
          className="rounded-md border border-line bg-sunken px-3 py-2.5"
        >
          <p className="mb-1 text-xs text-faint">{say({ zh: '预览', en: 'Preview' })}</p>
          <p className="font-medium">{shown.subject}</p>
          <p className="mt-1 whitespace-pre-line text-soft">{shown.text}</p>
        </section>
      )}
    </div>
  )
}
