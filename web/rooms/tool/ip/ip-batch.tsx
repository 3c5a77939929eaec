import { addressKind } from '@belvedere/contract/rooms/tool/enums.ts'
import { toolErrors } from '@belvedere/contract/rooms/tool/errors.ts'
import { Download, Search } from 'lucide-react'
import { useState } from 'react'
import { saveCsv, type CsvColumn } from '../../../kit/list/save-csv.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { MiniTable } from '../../../ui/data-table/mini-table.tsx'
import { TextArea } from '../../../ui/fields/text-field.tsx'
import type { Text } from '../../../ui/base/text-of.ts'
import type { IpAnswer } from './ip-answer.ts'
import { mostPasted, readPasted } from './pasted-addresses.ts'
import { useBatch } from './use-batch.ts'

const columns: readonly CsvColumn<IpAnswer>[] = [
  { label: { zh: 'IP 地址', en: 'IP address' }, value: ({ ip }) => ip },
  { label: { zh: '类型', en: 'Kind' }, value: ({ kind }) => addressKind.label(kind, lang) },
  { label: { zh: '国家/地区', en: 'Country' }, value: ({ country }) => country },
  { label: { zh: '省份', en: 'Province' }, value: ({ province }) => province },
  { label: { zh: '城市', en: 'City' }, value: ({ city }) => city },
  { label: { zh: '运营商', en: 'Carrier' }, value: ({ isp }) => isp },
  { label: { zh: '自治系统', en: 'AS' }, value: ({ asn }) => (asn ? `AS${asn}` : '') },
]

/** Up to fifty pasted addresses at once. */
export function IpBatch() {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<Text>()
  const { answers, total, running, failure, run } = useBatch()
  const submit = () => {
    const { addresses, wrong } = readPasted(text)
    const found = problemOf(addresses.length, wrong)
    setProblem(found)
    if (!found) run(addresses)
  }
  return (
    <>
      <TextArea
        mono
        required
        autoFocus
        rows={5}
        maxLength={4000}
        label={{ zh: 'IP 地址', en: 'IP addresses' }}
        hint={say({ zh: '每行一个，最多 {most} 个', en: 'One a line, up to {most}' }, { most: mostPasted })}
        value={text}
        onChange={(typed) => (setText(typed), setProblem(undefined))}
        error={problem ?? failure}
        spellCheck={false}
      />
      <div className="mt-3 flex items-center gap-2">
        <Button kind="primary" icon={Search} pending={running} onClick={submit}>
          {say({ zh: '全部查询', en: 'Look all up' })}
        </Button>
        {answers.length > 0 && (
          <Button icon={Download} disabled={running} onClick={() => saveCsv('ip', columns, answers)}>
            CSV
          </Button>
        )}
        {total > 0 && (
          <span role="status" className="text-soft">
            {answers.length} / {total}
          </span>
        )}
      </div>
      {answers.length > 0 && (
        <MiniTable
          className="mt-4 max-h-80"
          label={{ zh: '查询结果', en: 'Results' }}
          rows={answers}
          rowKey={({ ip }) => ip}
          columns={columns.map(({ label, value }, at) => ({ label, format: value, mono: at === 0 }))}
        />
      )}
    </>
  )
}

function problemOf(count: number, wrong: readonly string[]): Text | undefined {
  if (wrong.length > 0)
    return say(
      { zh: '不是 IP 地址：{wrong}', en: 'Not an IP address: {wrong}' },
      { wrong: `${wrong.slice(0, 3).join(', ')}${wrong.length > 3 ? ' …' : ''}` },
    )
  if (count === 0) return toolErrors.empty
  if (count > mostPasted)
    return say(
      { zh: '一次最多 {most} 个，现有 {count} 个', en: 'At most {most} at a time; {count} were entered' },
      { most: mostPasted, count },
    )
  return undefined
}
