import { remoteCalls } from '@belvedere/contract/rooms/remote/remote.ts'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { say, type Words } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog, FormDialog } from '../../../ui/dialogs/dialog.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { absoluteTime } from '../../../ui/values/relative-time.tsx'
import { nameOf, type ListedDevice } from '../../device/api.tsx'

const schemes = [
  { id: 'http' as const, zh: 'HTTP', en: 'HTTP' },
  { id: 'https' as const, zh: 'HTTPS', en: 'HTTPS' },
]
const usualPort = { http: '80', https: '443' }

interface TunnelAddress {
  id: number
  port: number
  origin: string
  path: string
  expires_at: number
}

/** Opens a web page of the device, or of a host it reaches, in a new tab over the device's connection. */
export function CustomDialog({ device, onClose }: { device: ListedDevice; onClose: () => void }) {
  const [scheme, setScheme] = useState<'http' | 'https'>('http')
  const [host, setHost] = useState('127.0.0.1')
  const [port, setPort] = useState(usualPort.http)
  const [minutes, setMinutes] = useState('30')
  const [problems, setProblems] = useState<{ port?: Words; minutes?: Words }>({})
  const [opened, setOpened] = useState<TunnelAddress>()
  const custom = useMutateCall(remoteCalls.custom)
  const submit = async () => {
    const wrong = {
      ...(within(port, 65_535) ? {} : { port: { zh: '应为 1–65535', en: '1 to 65535' } }),
      ...(within(minutes, 480) ? {} : { minutes: { zh: '应为 1–480 分钟', en: '1 to 480 minutes' } }),
    }
    if (Object.keys(wrong).length > 0) return setProblems(wrong)
    setOpened(
      await custom.run({ id: device.id, scheme, host: host.trim(), port: Number(port), minutes: Number(minutes) }),
    )
  }
  if (opened) return <Ready opened={opened} device={device} onClose={onClose} />
  return (
    <FormDialog
      open
      width={480}
      title={say({ zh: '打开设备网页 · {name}', en: 'Open a page · {name}' }, { name: nameOf(device) })}
      ok={{ zh: '建立会话', en: 'Open the session' }}
      onClose={onClose}
      onSubmit={() => void submit()}
      pending={custom.pending}
    >
      <div className="grid grid-cols-[110px_1fr_90px] gap-3">
        <Select
          label={{ zh: '协议', en: 'Protocol' }}
          options={schemes}
          value={scheme}
          onChange={(id) => (setScheme(id), setPort(usualPort[id]))}
        />
        <TextField
          mono
          label={{ zh: '地址', en: 'Address' }}
          value={host}
          onChange={setHost}
          error={custom.fields['host']}
          maxLength={253}
          autoComplete="off"
        />
        <TextField
          mono
          inputMode="numeric"
          label={{ zh: '端口', en: 'Port' }}
          value={port}
          onChange={(text) => (setPort(text), setProblems({}))}
          error={problems.port}
          maxLength={5}
        />
      </div>
      <p className="mt-2 text-xs text-soft">
        {say({
          zh: '从设备看到的地址：127.0.0.1 为设备自身，也可填写它能访问的内网主机。',
          en: 'As the device sees it: 127.0.0.1 is the device itself; a host in its network works too.',
        })}
      </p>
      <TextField
        inputMode="numeric"
        className="mt-4"
        label={{ zh: '有效时间（分钟）', en: 'Ends after (minutes)' }}
        value={minutes}
        onChange={(text) => (setMinutes(text), setProblems({}))}
        error={problems.minutes}
        maxLength={3}
      />
    </FormDialog>
  )
}

const within = (text: string, most: number) => /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= most

/** The link works once; the opened tab has a separate origin. */
function Ready({ opened, device, onClose }: { opened: TunnelAddress; device: ListedDevice; onClose: () => void }) {
  const [used, setUsed] = useState(false)
  const close = useMutateCall(remoteCalls.close, { done: { zh: '会话已结束', en: 'The session was ended' } })
  const end = async () => (await close.run({ id: opened.id })) && onClose()
  // without separate host names, other ports of the console's host are used: after https the link uses https as well,
  // as the browser would upgrade it anyway
  const origin = opened.origin || `${location.protocol}//${location.hostname}:${opened.port}`
  const address = `${origin}${opened.path}`
  return (
    <Dialog
      open
      width={480}
      title={say({ zh: '会话已建立 · {name}', en: 'The session is open · {name}' }, { name: nameOf(device) })}
      onClose={onClose}
      footer={
        <Button kind="danger" pending={close.pending} onClick={() => void end()}>
          {say({ zh: '结束会话', en: 'End the session' })}
        </Button>
      }
    >
      <p className="mb-4 text-soft">
        {say(
          {
            zh: '链接仅可使用一次；会话将于 {time} 自动结束，全程记入任务日志。',
            en: 'The link works once. The session ends automatically at {time}; it is in the task log.',
          },
          { time: absoluteTime(opened.expires_at) },
        )}
      </p>
      {used ? (
        <p role="status">{say({ zh: '已在新标签页打开。', en: 'It was opened in a new tab.' })}</p>
      ) : (
        <a
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          onClick={() => setUsed(true)}
          className="inline-flex h-8 items-center gap-2 rounded-md bg-accent px-3 font-medium text-accent-ink"
        >
          <ExternalLink aria-hidden className="size-4" />
          {say({ zh: '在新标签页打开', en: 'Open in a new tab' })}
        </a>
      )}
    </Dialog>
  )
}
