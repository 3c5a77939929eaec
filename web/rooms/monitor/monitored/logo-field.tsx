import { logoCalls } from '@belvedere/contract/rooms/monitor/logo.ts'
import { thirdKind } from '@belvedere/contract/rooms/device/third/enums.ts'
import { useRef, type ChangeEvent } from 'react'
import { useMutateCall, useQueryCall } from '../../../kit/calls/query.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'

const maxBytes = 5 << 20

interface LogoFieldProps {
  value: number
  kind: string
  onChange: (id: number) => void
}

/** The picture of this device: a stored one, a new one, or the default of its kind. */
export function LogoField({ value, kind, onChange }: LogoFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const { data } = useQueryCall(logoCalls.list, {})
  const add = useMutateCall(logoCalls.add, { refresh: ['device-logo'] })
  const logos = data?.list ?? []
  const shown = logos.find(({ id }) => id === value) ?? logos.find((one) => one.kind === kind)
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    target.value = ''
    if (!file) return
    if (file.size > maxBytes) return toast.error({ zh: '图片不能超过 5 MB', en: 'The picture has more than 5 MB' })
    const made = await add.run({}, { files: { logo: file } })
    if (made) onChange(made.id)
  }
  const ofKind = {
    id: 0,
    zh: `按种类：${thirdKind.label(kind, lang)}`,
    en: `As its kind: ${thirdKind.label(kind, lang)}`,
  }
  return (
    <div className="col-span-2 flex items-end gap-3 max-sm:col-span-1">
      {shown && <img src={shown.picture} alt="" className="size-8 shrink-0 rounded" />}
      <Select
        className="w-60"
        label={{ zh: '图标', en: 'Picture' }}
        options={[ofKind, ...logos.map(({ id, name }) => ({ id, label: name || `#${id}` }))]}
        value={value}
        onChange={onChange}
      />
      <Button pending={add.pending} onClick={() => input.current?.click()}>
        {say({ zh: '上传', en: 'Upload' })}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        aria-label={say({ zh: '选择图标图片', en: 'Choose a picture' })}
        onChange={choose}
        className="hidden"
      />
    </div>
  )
}
