import '../../../styles/main.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { queryClient } from '../../../kit/calls/query.ts'
import { visibleColumns } from '../../../ui/data-table/column.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import type { RowKey } from '../../../ui/data-table/table-row.tsx'
import { columnsFor } from './columns.tsx'
import type { ListedDevice } from './device.ts'

// The list of devices with its real columns and cells on a separate page, for measurements.

function deviceOf(id: number): ListedDevice {
  const at = 1_790_000_000
  return {
    id,
    sn: (0x9c_00_00_00_00_00 + id * 7919).toString(16),
    name: `AP-${(id * 7919) % 10_007}`,
    type: 1,
    vendor: 'Edgecore',
    model: `EAP${100 + (id % 7)}`,
    firmware: '3.2.0',
    scene_id: 1,
    scene_name: 'Scene',
    group_id: null,
    group_name: null,
    group_color: null,
    online: id % 9 > 0 ? 1 : 0,
    unknown_since: null,
    since: at - id,
    seen_at: at,
    address: '192.0.2.1',
    wan_ip: `10.0.${id >> 8}.${id & 255}`,
    lan_ip: null,
    cpu: id % 97,
    mem: id % 89,
    temp: 40,
    load: 0.5,
    uptime: 86_400 + id,
    standalone: 0,
    sync: 1,
    terminals: id % 40,
    rx_bps: id * 1_013,
    tx_bps: id * 719,
    verbs: ['reboot', 'shell', 'cgi'],
    simulated: 0,
    created_at: at,
    rev: 1,
  }
}

/** Functions for tests; each resolves after the page is rendered again. */
declare global {
  interface Window {
    devices: {
      fill: (count: number) => void
      /** Sorts by name, descending or ascending. */
      sort: (down: boolean) => void
      /** Sets a new load on the given number of devices, continuing through the list. */
      touch: (count: number) => void
    }
  }
}

const byName = (a: ListedDevice, b: ListedDevice) => (a.name < b.name ? -1 : Number(a.name > b.name))
let next = 0

function touched(was: readonly ListedDevice[], count: number): ListedDevice[] {
  const from = next
  next = (next + count) % was.length
  const isHit = (index: number) => (index - from + was.length) % was.length < count
  return was.map((row, index) => (isHit(index) ? { ...row, cpu: ((row.cpu ?? 0) + 1) % 100 } : row))
}

function Page() {
  const [rows, setRows] = useState<readonly ListedDevice[]>([])
  const [selected] = useState<ReadonlySet<RowKey>>(new Set())
  const columns = useMemo(
    () =>
      visibleColumns(
        columnsFor('ap', () => true),
        undefined,
      ),
    [],
  )
  const rowKey = useCallback((row: ListedDevice) => row.id, [])
  window.devices ??= {
    fill: (count) => flushSync(() => setRows(Array.from({ length: count }, (_, index) => deviceOf(index + 1)))),
    sort: (down) => flushSync(() => setRows((was) => [...was].sort((a, b) => (down ? byName(b, a) : byName(a, b))))),
    touch: (count) => flushSync(() => setRows((was) => touched(was, count))),
  }
  return (
    <div className="flex h-screen flex-col">
      <DataTable
        columns={columns}
        rows={rows}
        rowKey={rowKey}
        label="devices"
        selected={selected}
        onSelect={() => {}}
        scope={String(rows.length)}
      />
    </div>
  )
}

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <QueryClientProvider client={queryClient}>
      <Page />
    </QueryClientProvider>,
  )
}
