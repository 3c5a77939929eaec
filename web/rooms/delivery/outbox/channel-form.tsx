import { channelCalls } from '@belvedere/contract/rooms/delivery/channel.ts'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { SettingField } from '../../../ui/fields/setting-field.tsx'
import { Switch } from '../../../ui/fields/switch.tsx'
import type { OutboxChannel } from './outbox-channel.ts'
import { ChannelTest } from './channel-test.tsx'

/** Settings of one channel. A secret field left empty keeps the stored secret. */
export function ChannelForm({ channel: { channel, fields, active, carrier, from_env } }: { channel: OutboxChannel }) {
  const [values, setValues] = useState(() => Object.fromEntries(fields.map(({ key, value }) => [key, value])))
  const [isActive, setActive] = useState(active === 1)
  const save = useMutateCall(channelCalls.change, { done: { zh: '已保存', en: 'Saved' } })
  const test = useMutateCall(channelCalls.test)
  const form = useRef<HTMLFormElement>(null)
  const faults = { ...test.fields, ...save.fields }
  const refused = save.failure ?? test.failure
  useEffect(() => {
    if (refused) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [refused])
  const untouched = fields.filter(({ key, kind }) => kind === 'secret' && values[key] === '').map(({ key }) => key)
  const settings = Object.fromEntries(Object.entries(values).filter(([key]) => !untouched.includes(key)))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    test.reset()
    const saved = await save.run({ channel, active: isActive ? 1 : 0, settings })
    if (!saved) return
    const secrets = fields.filter(({ kind }) => kind === 'secret').map(({ key }) => [key, ''])
    setValues((all) => ({ ...all, ...Object.fromEntries(secrets) }))
  }
  const set = (key: string) => (value: string) => setValues((all) => ({ ...all, [key]: value }))
  return (
    <>
      <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
        {from_env === 1 && active === 0 && (
          <p className="rounded-md bg-sunken px-3 py-2 text-soft">
            {say({
              zh: '当前使用环境变量 SMTP_URL 的设置；在此启用后以这里的设置为准。',
              en: 'SMTP_URL of the environment is used now; once this is switched on, it counts instead.',
            })}
          </p>
        )}
        <Switch label={{ zh: '启用此通道', en: 'Use this channel' }} checked={isActive} onChange={setActive} />
        {fields.map((field) => (
          <SettingField
            key={field.key}
            field={field}
            value={values[field.key] ?? ''}
            onChange={set(field.key)}
            error={faults[field.key]}
          />
        ))}
        <Button type="submit" kind="primary" pending={save.pending} className="self-start">
          {say({ zh: '保存', en: 'Save' })}
        </Button>
      </form>
      <ChannelTest
        carrier={carrier}
        error={test.fields['target']}
        pending={test.pending}
        onTest={(target) => {
          save.reset()
          return test.run({ channel, settings, target })
        }}
      />
    </>
  )
}
