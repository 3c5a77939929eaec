import { MiniTable, type MiniColumn } from '../../../ui/data-table/mini-table.tsx'
import type { NeighbourFact } from '@belvedere/contract/rooms/device/facts.ts'

const columns: MiniColumn<NeighbourFact>[] = [
  { label: { zh: '本端端口', en: 'Local port' }, format: ({ port }) => <span className="font-medium">{port}</span> },
  { label: { zh: '邻居', en: 'Neighbour' }, format: ({ name }) => name },
  { label: { zh: '对端端口', en: 'Remote port' }, format: ({ remote_port }) => remote_port },
  { label: { zh: 'MAC 地址', en: 'MAC address' }, mono: true, format: ({ mac }) => mac },
  { label: { zh: '管理地址', en: 'Management address' }, mono: true, format: ({ addresses }) => addresses?.join(', ') },
  { label: { zh: '说明', en: 'Description' }, format: ({ description }) => description },
]

export function NeighboursPanel({ neighbours }: { neighbours: readonly NeighbourFact[] }) {
  return (
    <MiniTable
      label={{ zh: 'LLDP 邻居', en: 'LLDP neighbours' }}
      columns={columns}
      rows={neighbours}
      rowKey={({ port, mac }, index) => `${port} ${mac} ${index}`}
      className="max-h-96"
    />
  )
}
