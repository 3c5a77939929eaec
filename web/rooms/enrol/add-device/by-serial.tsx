import { claimState } from '@belvedere/contract/rooms/enrol/claim/enums.ts'
import { addCalls } from '@belvedere/contract/rooms/enrol/add.ts'
import { useState, type FormEvent } from 'react'
import { call } from '../../../kit/calls/call.ts'
import { useMay } from '../../../kit/session/session.ts'
import { isSilent } from '../../../kit/calls/refusal.ts'
import { say, type Words } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { MiniTable, type MiniColumn } from '../../../ui/data-table/mini-table.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx'
import { useUnsaved } from '../../../ui/dialogs/unsaved.ts'
import { ReportCheckbox } from './report-checkbox.tsx'
import { isSerial, mostSerials, serialsOf } from './serials.ts'

interface SerialLine {
  sn: string
  state: 'waiting' | 'online' | 'offline' | 'asked' | 'denied' | 'refused'
  reason?: string
}

const states = {
  waiting: { tone: 'neutral', label: { zh: '正在添加', en: 'Adding' } },
  online: { tone: 'success', label: { zh: '已添加，在线', en: 'Added, online' } },
  offline: { tone: 'warning', label: { zh: '已添加，等待上线', en: 'Added, waiting for it to connect' } },
  asked: { tone: 'warning', label: { zh: '等待平台管理员批准', en: 'Waits for approval' } },
  denied: { tone: 'danger', label: { zh: '平台管理员已拒绝', en: 'Refused by the administrator' } },
  refused: { tone: 'danger', label: { zh: '未添加', en: 'Not added' } },
} as const

const columns: MiniColumn<SerialLine>[] = [
  { label: { zh: '序列号', en: 'Serial' }, mono: true, format: ({ sn }) => sn },
  { label: { zh: '结果', en: 'Result' }, format: ({ state }) => <Status {...states[state]} /> },
  {
    label: { zh: '原因', en: 'Reason' },
    format: ({ reason }) => reason && <span className="whitespace-normal">{reason}</span>,
  },
]

export function BySerial({ scene_id, onClose }: { scene_id: number; onClose: () => void }) {
  const [text, setText] = useState('')
  const [name, setName] = useState('')
  const [code, setCode] = useState('')
  const may = useMay()
  const adopts = may('device.adopt')
  const changes = may('change.write')
  const [report, setReport] = useState(false)
  const [error, setError] = useState<Words>()
  const [lines, setLines] = useState<readonly SerialLine[]>([])
  const [pending, setPending] = useState(false)
  const serials = serialsOf(text)
  useUnsaved(lines.length === 0 && text.trim() !== '')

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = problemOf(serials)
    setError(wrong)
    if (wrong) return
    setPending(true)
    setLines(serials.map((sn) => ({ sn, state: 'waiting' })))
    for (const sn of serials) {
      const alone = serials.length === 1 ? { name: name.trim(), claim_code: code.trim() } : {}
      const line = await addOne(sn, scene_id, { ...alone, ...(changes && report && { report: 1 }) })
      setLines((was) => was.map((one) => (one.sn === sn ? line : one)))
    }
    setPending(false)
  }
  const refused = lines.filter(({ state }) => state === 'refused')
  const again = () => {
    setText(refused.map(({ sn }) => sn).join('\n'))
    setLines([])
    setName('')
    setCode('')
  }
  if (lines.length > 0) {
    return (
      <>
        <MiniTable
          label={{ zh: '添加结果', en: 'Result' }}
          columns={columns}
          rows={lines}
          rowKey={({ sn }) => sn}
          className="max-h-80"
        />
        {lines.some(({ state }) => state === 'offline') && (
          <p className="mt-2 text-xs text-soft">
            {say({
              zh: '设备首次上线前不知道类型，先列在“其他设备”中，上线后自动归类。',
              en: 'A device that never connected is listed under “Other devices” until it reports its type.',
            })}
          </p>
        )}
        {lines.some(({ state }) => state === 'asked') && (
          <p className="mt-2 text-xs text-soft">
            {say({
              zh: '没有认领码时，由平台管理员核实后批准；30 天内未批准的申请自动失效。进度见“我的申请”。',
              en: 'Without a claim code, an administrator of the installation must approve it; a request expires after 30 days. See “My requests”.',
            })}
          </p>
        )}
        <div className="mt-4 flex justify-end gap-2">
          <Button disabled={pending} onClick={again}>
            {refused.length > 0
              ? say({ zh: '修改未添加的 {n} 个', en: 'Correct the {n} not added' }, { n: refused.length })
              : say({ zh: '继续添加', en: 'Add more' })}
          </Button>
          <Button kind="primary" pending={pending} onClick={onClose}>
            {say({ zh: '完成', en: 'Done' })}
          </Button>
        </div>
      </>
    )
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <TextArea
        autoFocus
        mono
        required
        rows={6}
        maxLength={4000}
        label={{ zh: '序列号', en: 'Serial numbers' }}
        hint={{
          zh: '每行一个，12 位十六进制，通常与机身标签上的 MAC 相同；大小写、空格和冒号均可',
          en: 'One a line: 12 hexadecimal digits, usually the MAC on the label; case, spaces and colons do not matter',
        }}
        error={error}
        value={text}
        onChange={setText}
      />
      {serials.length <= 1 && (
        <TextField
          label={{ zh: '名称（可选）', en: 'Name (optional)' }}
          value={name}
          onChange={setName}
          autoComplete="off"
        />
      )}
      {serials.length <= 1 && !adopts && (
        <TextField
          mono
          label={{ zh: '认领码（可选）', en: 'Claim code (optional)' }}
          hint={{
            zh: '印在设备标签上，或显示在设备自己的网页里；没有时由平台管理员批准',
            en: 'On the label of the device or on its own page; without it an administrator approves',
          }}
          maxLength={64}
          value={code}
          onChange={setCode}
          autoComplete="off"
        />
      )}
      {changes && <ReportCheckbox checked={report} onChange={setReport} />}
      <div className="flex justify-end">
        <Button type="submit" kind="primary" pending={pending}>
          {serials.length > 1
            ? say({ zh: '添加 {n} 台设备', en: 'Add {n} {n:device|devices}' }, { n: serials.length })
            : say({ zh: '添加', en: 'Add' })}
        </Button>
      </div>
    </form>
  )
}

function problemOf(serials: readonly string[]): Words | undefined {
  if (serials.length === 0) return { zh: '请输入序列号', en: 'Please enter a serial number' }
  if (serials.length > mostSerials)
    return { zh: `一次最多添加 ${mostSerials} 台`, en: `At most ${mostSerials} at a time` }
  const wrong = serials.find((sn) => !isSerial(sn))
  return wrong === undefined
    ? undefined
    : { zh: `“${wrong}”不是 12 位十六进制的序列号`, en: `“${wrong}” is not a serial number of 12 hexadecimal digits` }
}

interface More {
  name?: string
  claim_code?: string
  report?: 1
}

async function addOne(sn: string, scene_id: number, { name, claim_code, report }: More): Promise<SerialLine> {
  try {
    const { online, asked } = await call(addCalls.add, {
      sn,
      scene_id,
      ...(name && { name }),
      ...(claim_code && { claim_code }),
      ...(report && { report }),
    })
    if (asked) return { sn, state: asked.state === claimState.id.waiting ? 'asked' : 'denied' }
    return { sn, state: online ? 'online' : 'offline' }
  } catch (error) {
    return { sn, state: 'refused', reason: isSilent(error) ? '' : (error as Error).message }
  }
}
