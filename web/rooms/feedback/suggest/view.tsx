import type { feedbackType } from '@belvedere/contract/rooms/feedback/enums.ts'
import { feedbackCalls } from '@belvedere/contract/rooms/feedback/feedback.ts'
import type { IdOf } from '@belvedere/contract/kit/define-enum.ts'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useGo } from '../../../kit/routing/go.tsx'
import { pageBefore } from '../../../kit/calls/navigation-scope.ts'
import { useMutateCall, useQueryCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx'
import { giveUpUnsaved, useUnsaved } from '../../../ui/dialogs/unsaved.ts'
import { PictureField } from './picture-field.tsx'
import { TypeChoice } from './type-choice.tsx'

const limits = { title: 64, text: 2000, contact: 128, page: 256, version: 64 }
const missing = {
  title: { zh: '请输入标题', en: 'Please enter a title' },
  text: { zh: '请输入内容', en: 'Please enter content' },
}

/** A suggestion with pictures and the page it refers to. */
export function View() {
  const go = useGo()
  const [type, setType] = useState<IdOf<typeof feedbackType>>('feature')
  const [typed, setTyped] = useState({ title: '', text: '', contact: '' })
  const [about, setAbout] = useAbout()
  const [pictures, setPictures] = useState<readonly File[]>([])
  const [checked, setChecked] = useState(false)
  const send = useMutateCall(feedbackCalls.send, { done: { zh: '已提交，感谢反馈', en: 'Sent. Thank you' } })
  const form = useRef<HTMLFormElement>(null)
  const write = (part: Partial<typeof typed>) => setTyped((was) => ({ ...was, ...part }))
  const wrong = (field: 'title' | 'text') => (checked && !typed[field].trim() ? missing[field] : send.fields[field])
  useUnsaved(!send.pending && (Object.values(typed).some(Boolean) || pictures.length > 0))

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    const first = (['title', 'text'] as const).find((field) => !typed[field].trim())
    if (first) return (form.current?.elements.namedItem(first) as HTMLElement | null)?.focus()
    const files = Object.fromEntries(pictures.map((file, at) => [`picture_${at + 1}`, file]))
    const answer = await send.run({ type, ...typed, ...about }, { files })
    if (!answer) return
    giveUpUnsaved()
    go('/support/mySuggest', { open: answer.id })
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex w-full max-w-180 flex-col gap-5 pb-6">
      <TypeChoice value={type} onChange={setType} />
      <TextField
        name="title"
        required
        label={{ zh: '标题', en: 'Title' }}
        maxLength={limits.title}
        value={typed.title}
        onChange={(title) => write({ title })}
        error={wrong('title')}
      />
      <TextArea
        name="text"
        required
        rows={7}
        label={{ zh: '内容', en: 'What is it about' }}
        hint={say(
          { zh: '遇到了什么、希望怎样（{n}/{most}）', en: 'What happened, what you wish for ({n}/{most})' },
          { n: typed.text.length, most: limits.text },
        )}
        maxLength={limits.text}
        value={typed.text}
        onChange={(text) => write({ text })}
        error={wrong('text')}
      />
      <PictureField files={pictures} onChange={setPictures} />
      <TextField
        label={{ zh: '联系方式', en: 'How to reach you' }}
        hint={{ zh: '选填；回复也会显示在“我的反馈”中', en: 'Optional; the answer also appears under My suggestions' }}
        maxLength={limits.contact}
        value={typed.contact}
        onChange={(contact) => write({ contact })}
      />
      <fieldset className="grid gap-4 rounded-lg border border-line p-4 sm:grid-cols-2">
        <legend className="px-1 text-xs font-medium text-soft">
          {say({ zh: '随反馈附上，可修改', en: 'Sent along; change what you like' })}
        </legend>
        <TextField
          label={{ zh: '相关页面', en: 'Page' }}
          mono
          maxLength={limits.page}
          value={about.page}
          onChange={(page) => setAbout({ ...about, page })}
        />
        <TextField
          label={{ zh: '产品版本', en: 'Version' }}
          maxLength={limits.version}
          value={about.version}
          onChange={(version) => setAbout({ ...about, version })}
        />
      </fieldset>
      <div>
        <Button type="submit" kind="primary" size="l" pending={send.pending}>
          {say({ zh: '提交', en: 'Send' })}
        </Button>
      </div>
    </form>
  )
}

/** The previous page and the server version; both can be edited before they are sent. */
function useAbout() {
  const [about, setAbout] = useState(() => ({ page: cameFrom(), version: '' }))
  const { data } = useQueryCall(feedbackCalls.product, {})
  const version = data?.version
  useEffect(() => {
    if (version) setAbout((was) => (was.version ? was : { ...was, version }))
  }, [version])
  return [about, setAbout] as const
}

/** Empty after navigation with the browser's buttons. */
function cameFrom(): string {
  const path = pageBefore()
  return path === location.pathname ? '' : path
}
