import { captureCalls } from '@belvedere/contract/rooms/remote/capture.ts'
import { deviceCalls } from '@belvedere/contract/rooms/device/device.ts'
import { useState } from 'react'
import { useMutateCall, useQueryCall } from '../../../kit/calls/query.ts'
import { say, type Words } from '../../../kit/words/words.ts'
import { FormDialog } from '../../../ui/dialogs/dialog.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { interfacesOf } from './interfaces-of.ts'
import { nameOf, type ListedDevice } from '../../device/api.tsx'

const ends = [
  { id: 'seconds' as const, zh: '按时长（每个报文前 128 字节）', en: 'By duration, 128 bytes of each packet' },
  { id: 'packets' as const, zh: '按数量（完整报文）', en: 'By number of packets, complete' },
]
const bounds = {
  seconds: { least: 5, most: 60, wrong: { zh: '应为 5–60 秒', en: '5 to 60 seconds' } },
  packets: { least: 1, most: 5000, wrong: { zh: '应为 1–5000 个', en: '1 to 5000 packets' } },
}

/** Interface, duration and filter of a capture. */
export function CaptureDialog({ device, onClose }: { device: ListedDevice; onClose: () => void }) {
  const { data } = useQueryCall(deviceCalls.detail, { id: device.id })
  const [name, setName] = useState('any')
  const [by, setBy] = useState<'seconds' | 'packets'>('seconds')
  const [count, setCount] = useState('15')
  const [filter, setFilter] = useState('')
  const [wrong, setWrong] = useState<Words>()
  const start = useMutateCall(captureCalls.start, {
    done: {
      zh: '正在抓包，完成后可下载',
      en: 'The capture is running; its file can be downloaded once it has arrived',
    },
  })
  const submit = async () => {
    const n = Number(count)
    const { least, most, wrong } = bounds[by]
    if (!Number.isInteger(n) || n < least || n > most) return setWrong(wrong)
    if (await start.run({ id: device.id, interface: name, [by]: n, filter: filter.trim() })) onClose()
  }
  return (
    <FormDialog
      open
      width={560}
      title={say({ zh: '抓包 · {name}', en: 'Packet capture · {name}' }, { name: nameOf(device) })}
      ok={{ zh: '开始抓包', en: 'Start' }}
      onClose={onClose}
      onSubmit={() => void submit()}
      pending={start.pending}
    >
      <div className="grid gap-4">
        <Select
          label={{ zh: '接口', en: 'Interface' }}
          options={interfacesOf(data)}
          value={name}
          onChange={setName}
          loading={!data}
        />
        <div className="grid grid-cols-[1fr_110px] gap-3">
          <Select
            label={{ zh: '结束条件', en: 'Until' }}
            options={ends}
            value={by}
            onChange={(id) => (setBy(id), setCount(id === 'seconds' ? '15' : '500'), setWrong(undefined))}
          />
          <TextField
            inputMode="numeric"
            label={by === 'seconds' ? { zh: '秒', en: 'Seconds' } : { zh: '报文数', en: 'Packets' }}
            value={count}
            onChange={(text) => (setCount(text), setWrong(undefined))}
            error={wrong}
            maxLength={4}
          />
        </div>
        <TextField
          mono
          label={{ zh: '过滤条件', en: 'Filter' }}
          hint={{
            zh: 'tcpdump 语法，例如 host 192.168.1.20 and port 53；留空抓取全部',
            en: 'As for tcpdump: host 192.168.1.20 and port 53. Empty: everything',
          }}
          value={filter}
          onChange={setFilter}
          error={start.fields['filter']}
          maxLength={200}
          autoComplete="off"
        />
        <p className="text-xs text-soft">
          {say({
            zh: '文件最大 10 MB。未设置 https 公共地址时，设备经不加密的 HTTP 端口上传。',
            en: 'The file is at most 10 MB. Without a public https address the device uploads it over unencrypted HTTP.',
          })}
        </p>
      </div>
    </FormDialog>
  )
}
