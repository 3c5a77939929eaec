import '../../styles/main.css'
import { useCallback, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { Status } from '../feedback/status.tsx'
import { visibleColumns, type Column } from './column.ts'
import { ColumnPanel } from './column-panel.tsx'
import { DataTable } from './data-table.tsx'
import { FilterChips } from './filter/filter-chips.tsx'
import { FilterPanel } from './filter/filter-panel.tsx'
import type { FilterSpec } from './filter/filter-spec.ts'
import { Pager } from './pager.tsx'
import type { RowKey } from './table-row.tsx'

interface TestTableRow {
  id: number
  online: boolean
  name: string
  sn: string
  ip: string
  model: string
  cpu: number
  mem: number
  terminals: number
  firmware: string
}

const columns: Column<TestTableRow>[] = [
  {
    property: 'online',
    label: { zh: '状态', en: 'Status' },
    width: 100,
    format: (row) => <Status tone={row.online ? 'success' : 'danger'} label={row.online ? '在线' : '离线'} />,
  },
  { property: 'name', label: { zh: '名称', en: 'Name' }, sort: true, tooltip: true },
  { property: 'sn', label: { zh: '序列号', en: 'Serial' }, mono: true },
  { property: 'ip', label: { zh: '地址', en: 'Address' }, mono: true },
  { property: 'model', label: { zh: '型号', en: 'Model' } },
  { property: 'cpu', label: { zh: 'CPU', en: 'CPU' }, position: 'right', sort: true },
  { property: 'mem', label: { zh: '内存', en: 'Memory' }, position: 'right' },
  { property: 'terminals', label: { zh: '终端', en: 'Terminals' }, position: 'right' },
  { property: 'firmware', label: { zh: '固件', en: 'Firmware' }, async: (row) => Promise.resolve(row.firmware) },
]

const filters: FilterSpec[] = [
  {
    key: 'model',
    label: { zh: '型号', en: 'Model' },
    kind: 'multi',
    options: [
      { id: 'EAP102', label: 'EAP102' },
      { id: 'A,B', label: 'A,B' },
    ],
  },
  { key: 'version', label: { zh: '版本', en: 'Version' }, kind: 'text' },
]

function makeRow(id: number): TestTableRow {
  const sn = (0x9c_00_00_00 + id * 7919).toString(16)
  return {
    id,
    online: id % 7 > 0,
    name: `AP-${id}`,
    sn,
    ip: `10.0.${id >> 8}.${id & 255}`,
    model: 'EAP102',
    cpu: id % 97,
    mem: id % 89,
    terminals: id % 40,
    firmware: '3.2.0',
  }
}

/** Functions that the tests call. */
declare global {
  interface Window {
    table: {
      fill: (count: number) => void
      touch: (ids: readonly number[]) => void
      /** Reverses the same rows, as an update of a list sorted by a changing value does. */
      turn: () => void
      list: (scope: string, step: string) => void
      opened: number[]
    }
    /** Durations of long tasks. */
    tasks: number[]
  }
}

const rowKey = (row: TestTableRow) => row.id
const expand = (row: TestTableRow) => <p data-detail={row.id}>{row.firmware}</p>

function Page() {
  const [rows, setRows] = useState<TestTableRow[]>()
  const [selected, setSelected] = useState<ReadonlySet<RowKey>>(new Set())
  const [orderby, setOrder] = useState<string>()
  const [place, setPlace] = useState({ scope: 'a', step: '1' })
  const [chosen, choose] = useState<readonly string[]>()
  const onSelect = useCallback((changed: readonly TestTableRow[], on: boolean) => {
    setSelected((was) => {
      const next = new Set(was)
      for (const row of changed) {
        if (on) next.add(row.id)
        else next.delete(row.id)
      }
      return next
    })
  }, [])
  const onRow = useCallback((row: TestTableRow) => void window.table.opened.push(row.id), [])
  window.table ??= {
    fill: (count) => flushSync(() => setRows(Array.from({ length: count }, (_, index) => makeRow(index + 1)))),
    touch: (ids) => {
      const changed = new Set(ids)
      flushSync(() =>
        setRows((was) => was?.map((row) => (changed.has(row.id) ? { ...row, cpu: (row.cpu + 1) % 100 } : row))),
      )
    },
    turn: () => flushSync(() => setRows((was) => was?.toReversed())),
    list: (scope, step) => flushSync(() => setPlace({ scope, step })),
    opened: [],
  }
  return (
    <div className="flex h-screen flex-col">
      <p id="state" data-order={orderby} data-selected={[...selected].join()} data-columns={chosen?.join()} />
      <DataTable
        columns={visibleColumns(columns, chosen)}
        rows={rows}
        rowKey={rowKey}
        label="devices"
        orderby={orderby}
        onOrder={setOrder}
        selected={selected}
        onSelect={onSelect}
        expand={expand}
        onRow={onRow}
        {...place}
      />
      <Parts chosen={chosen} choose={choose} />
    </div>
  )
}

interface PartsProps {
  chosen: readonly string[] | undefined
  choose: (properties: readonly string[] | undefined) => void
}

/** Content around a table; outside of the table, so that it is not part of its measurements. */
function Parts({ chosen, choose }: PartsProps) {
  const [values, setValues] = useState<Record<string, string>>({})
  const [place, setPlace] = useState({ page: 1, limit: 10 })
  const change = (part: Record<string, string>) => setValues((was) => ({ ...was, ...part }))
  const reset = () => setValues({})
  return (
    <div id="parts" hidden data-values={JSON.stringify(values)} data-place={JSON.stringify(place)}>
      <FilterPanel filters={filters} values={values} onChange={change} onReset={reset} />
      <FilterChips filters={filters} values={values} search="" onSearch={() => {}} onChange={change} onReset={reset} />
      <Pager
        {...place}
        total={1234}
        sizes={[10, 20, 50]}
        onPage={(page) => setPlace((was) => ({ ...was, page }))}
        onLimit={(limit) => setPlace({ page: 1, limit })}
      />
      <ColumnPanel columns={columns} chosen={chosen} onChoose={choose} />
    </div>
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<Page />)
