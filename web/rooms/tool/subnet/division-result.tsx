import { Copy, RotateCcw } from 'lucide-react'
import { saveCsv, type CsvColumn } from '../../../kit/list/save-csv.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { copyText } from '../../../ui/buttons/copy-button.tsx'
import { Facts } from '../../../ui/values/fact-list.tsx'
import { Menu } from '../../../ui/popups/menu.tsx'
import { MiniTable } from '../../../ui/data-table/mini-table.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { countText, shareText } from '../number-text.ts'
import { AddressBar, groundOf } from './address-bar.tsx'
import { ciscoText, huaweiText, plainText } from './config-text.ts'
import { cidrText, type Divided, type DividedRow } from './divided.ts'

const columns: readonly CsvColumn<DividedRow>[] = [
  { label: { zh: '名称', en: 'Name' }, value: ({ name }) => name },
  { label: { zh: '子网', en: 'Subnet' }, value: ({ subnet }) => subnet },
  { label: { zh: '起始地址', en: 'First host' }, value: ({ start }) => start },
  { label: { zh: '结束地址', en: 'Last host' }, value: ({ end }) => end },
  { label: { zh: '需要', en: 'Needed' }, value: ({ count }) => count },
  { label: { zh: '可用', en: 'Hosts' }, value: ({ block }) => block.hosts },
  { label: { zh: '富余', en: 'Spare' }, value: ({ waste }) => waste },
]

export function DivisionResult({ divided, onAgain }: { divided: Divided; onAgain: () => void }) {
  const { rows, base, used, waste, free, baseText } = divided
  return (
    <section aria-live="polite">
      <AddressBar {...divided} />
      <MiniTable
        className="mt-4 max-h-80"
        label={{ zh: '划分结果', en: 'Subnets' }}
        rows={rows.map((row, at) => ({ ...row, at }))}
        rowKey={({ at }) => at}
        columns={[
          { label: { zh: '名称', en: 'Name' }, format: (row) => <Named {...row} /> },
          { label: { zh: '子网', en: 'Subnet' }, format: ({ subnet }) => subnet, mono: true },
          {
            label: { zh: '主机地址', en: 'Hosts from – to' },
            format: ({ start, end }) => `${start} – ${end}`,
            mono: true,
          },
          {
            label: { zh: '需要 / 可用', en: 'Needed / hosts' },
            format: ({ count, block }) => `${countText(count)} / ${countText(block.hosts)}`,
            right: true,
          },
          {
            label: { zh: '富余', en: 'Spare' },
            format: (row) => `${countText(row.waste)} · ${shareText(row.waste / row.block.hosts)}`,
            right: true,
          },
        ]}
      />
      <Facts
        className="mt-4 max-sm:grid-cols-2"
        items={[
          { label: { zh: '网段', en: 'Network' }, value: <span className="font-mono text-xs">{baseText}</span> },
          {
            label: { zh: '已用地址', en: 'Addresses taken' },
            value: `${countText(used)} / ${countText(base.size)} · ${shareText(used / base.size)}`,
          },
          {
            label: { zh: '子网内富余', en: 'Spare in subnets' },
            value: `${countText(waste)} · ${shareText(waste / used)}`,
          },
          {
            label: { zh: '空闲网段', en: 'Free networks' },
            value: <span className="font-mono text-xs">{freeText(free)}</span>,
          },
        ]}
      />
      <footer className="mt-4 flex flex-wrap justify-end gap-2">
        <CopyMenu rows={rows} />
        <Button kind="primary" icon={RotateCcw} onClick={onAgain}>
          {say({ zh: '重新计算', en: 'Calculate again' })}
        </Button>
      </footer>
    </section>
  )
}

function Named({ name, at }: { name: string; at: number }) {
  return (
    <span className="inline-flex items-center gap-2">
      <span aria-hidden="true" className={`size-2.5 rounded-sm ${groundOf(at)}`} />
      <span className="max-w-40 truncate">{name}</span>
    </span>
  )
}

const freeText = (free: Divided['free']) => free.slice(0, 4).map(cidrText).join('  ') + (free.length > 4 ? ' …' : '')

function CopyMenu({ rows }: { rows: readonly DividedRow[] }) {
  const copy = (text: string) => async () => {
    if (await copyText(text)) toast.success({ zh: '已复制', en: 'Copied' })
    else toast.error({ zh: '无法访问剪贴板', en: 'The clipboard is not available' })
  }
  return (
    <Menu
      trigger={<Button icon={Copy}>{say({ zh: '复制与导出', en: 'Copy and export' })}</Button>}
      items={[
        { label: { zh: '复制为文本', en: 'Copy as text' }, run: copy(plainText(rows)) },
        { label: { zh: '复制为华为地址池', en: 'Copy as Huawei address pools' }, run: copy(huaweiText(rows)) },
        { label: { zh: '复制为思科 DHCP 地址池', en: 'Copy as Cisco DHCP pools' }, run: copy(ciscoText(rows)) },
        { label: { zh: '导出 CSV', en: 'Export CSV' }, run: () => saveCsv('subnets', columns, rows) },
      ]}
    />
  )
}
