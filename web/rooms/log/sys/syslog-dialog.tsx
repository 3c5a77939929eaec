import { syslogCalls } from '@belvedere/contract/rooms/log/syslog.ts'
import { useState } from 'react'
import type { AnswerOf } from '../../../kit/calls/call.ts'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { CopyButton } from '../../../ui/buttons/copy-button.tsx'
import { Dialog, FormDialog } from '../../../ui/dialogs/dialog.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Tabs } from '../../../ui/layout/tabs.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useSceneFilter } from '../../../kit/list/scene-filter.ts'

type SyslogReceiver = AnswerOf<typeof syslogCalls.list>['receiver']

const methods = [
  { id: 'token', label: { zh: '令牌', en: 'Token' } },
  { id: 'address', label: { zh: '源地址', en: 'Source address' } },
] as const

/** Scene, name and method of a new source, then its token, once. */
export function SyslogDialog({ receiver, onClose }: { receiver: SyslogReceiver; onClose: () => void }) {
  const scenes = useSceneFilter()
  const options = 'options' in scenes ? (scenes.options as { id: number; label: string }[]) : []
  const [scene_id, setScene] = useState<number>()
  const [name, setName] = useState('')
  const [method, setWay] = useState<'token' | 'address'>('token')
  const [address, setAddress] = useState('')
  const [checked, setChecked] = useState(false)
  const [token, setToken] = useState<string>()
  const add = useMutateCall(syslogCalls.add, { quiet: true })
  const submit = async () => {
    setChecked(true)
    if (!name.trim() || !scene_id || (method === 'address' && !address.trim())) return
    const answer = await add.run({
      scene_id,
      name: name.trim(),
      ...(method === 'address' && { address: address.trim() }),
    })
    if (answer?.token) setToken(answer.token)
    else if (answer) onClose()
  }
  const missing = (is: boolean) => (checked && is ? say({ zh: '必填', en: 'Required' }) : undefined)
  if (token) return <TokenShown token={token} receiver={receiver} onClose={onClose} />
  return (
    <FormDialog
      open
      onClose={onClose}
      title={{ zh: '添加 syslog 来源', en: 'Add a syslog source' }}
      width={480}
      onSubmit={submit}
      pending={add.pending}
      dirty={name !== '' || address !== ''}
      ok={{ zh: '添加', en: 'Add' }}
    >
      <div className="flex flex-col gap-4">
        <Select
          label={{ zh: '场景', en: 'Scene' }}
          required
          filter
          options={options}
          value={scene_id}
          onChange={setScene}
          error={missing(!scene_id)}
        />
        <TextField
          label={{ zh: '名称', en: 'Name' }}
          hint={{ zh: '如机房防火墙、核心交换机', en: 'For example: data centre firewall, core switch' }}
          required
          autoComplete="off"
          value={name}
          onChange={setName}
          error={missing(!name.trim()) ?? add.fields['name']}
        />
        <Tabs tabs={methods} value={method} onChange={setWay} />
        {method === 'token' ? (
          <p className="text-xs text-soft">
            {say({
              zh: '消息须带有令牌，适合 rsyslog、syslog-ng 等可自定义格式的来源，也适合地址会变化的来源。',
              en: 'Each message must contain the token. For sources with a configurable format, such as rsyslog and syslog-ng, and for sources whose address changes.',
            })}
          </p>
        ) : (
          <TextField
            label={{ zh: '地址或网段', en: 'Address or network' }}
            hint={{
              zh: '适合不能自定义格式的设备。UDP 的源地址可以伪造，请优先使用令牌或 TCP。',
              en: 'For devices without a configurable format. UDP source addresses can be forged; prefer a token or TCP.',
            }}
            required
            maxLength={64}
            placeholder="192.0.2.7"
            value={address}
            onChange={setAddress}
            error={missing(!address.trim()) ?? add.fields['address']}
          />
        )}
        {add.failure && (
          <p role="alert" className="text-danger">
            {add.failure.message}
          </p>
        )}
      </div>
    </FormDialog>
  )
}

function TokenShown({ token, receiver, onClose }: { token: string; receiver: SyslogReceiver; onClose: () => void }) {
  const mark = `[belvedere@32473 token="${token}"]`
  const { host, tls_port, port } = receiver
  const example = `template(name="belvedere" type="string" string="<%PRI%>1 %TIMESTAMP:::date-rfc3339% %HOSTNAME% %APP-NAME% %PROCID% %MSGID% ${mark.replaceAll('"', '\\"')}%msg%\\n")
action(type="omfwd" target="${host}" port="${port || 1514}" protocol="tcp" template="belvedere")`
  return (
    <Dialog
      open
      onClose={onClose}
      title={{ zh: '来源已添加', en: 'Source added' }}
      width={640}
      footer={
        <Button kind="primary" onClick={onClose}>
          {say({ zh: '我已保存', en: 'I have saved it' })}
        </Button>
      }
    >
      <p className="mb-3 text-soft">
        {say({
          zh: '令牌仅显示这一次。消息的结构化数据中须包含下面的内容；不支持 RFC 5424 的来源可将其放在正文开头。',
          en: 'The token is shown only once. The structured data of each message must contain the text below. Sources without RFC 5424 can put it at the start of the message text.',
        })}
      </p>
      <Shown label={say({ zh: '令牌', en: 'Token' })} text={mark} />
      <p className="mt-4 mb-1 text-soft">
        {say(
          { zh: 'rsyslog 配置示例（TLS 端口 {port}）', en: 'rsyslog example (TLS port {port})' },
          { port: tls_port || 6514 },
        )}
      </p>
      <Shown label={say({ zh: 'rsyslog 配置示例', en: 'rsyslog example' })} text={example} />
    </Dialog>
  )
}

function Shown({ label, text }: { label: string; text: string }) {
  return (
    <p className="flex items-center gap-2 rounded-md bg-sunken px-3 py-2">
      <code aria-label={label} className="min-w-0 flex-1 font-mono text-xs break-all whitespace-pre-wrap">
        {text}
      </code>
      <CopyButton text={text} />
    </p>
  )
}
