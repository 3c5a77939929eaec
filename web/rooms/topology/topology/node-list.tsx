import { deviceType } from '@belvedere/contract/rooms/device/enums.ts'
import { linkState, nodeKind, nodeStatus } from '@belvedere/contract/rooms/topology/enums.ts'
import { rateText } from '@belvedere/pure/text/flow.ts'
import { useMemo } from 'react'
import { saveCsv } from '../../../kit/list/save-csv.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import type { Column } from '../../../ui/data-table/column.ts'
import { Status } from '../../../ui/feedback/status.tsx'
import { nameOf, type TopologyEdge, type TopologyNode, portsOf } from './network.ts'

interface NodeListRow {
  id: string
  node: TopologyNode
  depth: number
  parent: TopologyNode | undefined
  /** Link to the parent. */
  edge: TopologyEdge | undefined
}

const kindOf = ({ type, kind }: TopologyNode) =>
  type === null ? nodeKind.label(kind, lang) : deviceType.label(type, lang)

const columns: Column<NodeListRow>[] = [
  {
    property: 'name',
    label: { zh: '名称', en: 'Name' },
    fixed: true,
    minWidth: 220,
    format: ({ node, depth }) => <span style={{ paddingLeft: Math.min(depth, 8) * 16 }}>{nameOf(node)}</span>,
  },
  {
    property: 'status',
    label: { zh: '状态', en: 'Status' },
    width: 100,
    format: ({ node }) => (
      <Status tone={nodeStatus.find(node.status)?.tone} label={nodeStatus.find(node.status) ?? ''} />
    ),
  },
  { property: 'kind', label: { zh: '类型', en: 'Type' }, width: 150, format: ({ node }) => kindOf(node) },
  { property: 'ip', label: { zh: 'IP 地址', en: 'IP address' }, width: 130, mono: true, format: ({ node }) => node.ip },
  {
    property: 'parent',
    label: { zh: '上联', en: 'Uplink' },
    minWidth: 140,
    format: ({ parent }) => parent && nameOf(parent),
  },
  {
    property: 'ports',
    label: { zh: '端口', en: 'Ports' },
    width: 160,
    mono: true,
    format: ({ edge }) => edge && portsOf(edge),
  },
  {
    property: 'link',
    label: { zh: '链路', en: 'Link' },
    width: 100,
    format: ({ edge }) =>
      edge && <Status tone={linkState.find(edge.state)?.tone} label={linkState.find(edge.state) ?? ''} />,
  },
  {
    property: 'rate',
    label: { zh: '速率', en: 'Rate' },
    width: 110,
    position: 'right',
    format: ({ edge }) => edge && edge.rx_bps !== null && rateText(Math.max(edge.rx_bps, edge.tx_bps ?? 0)),
  },
  {
    property: 'terminals',
    label: { zh: '终端', en: 'Terminals' },
    width: 80,
    position: 'right',
    format: ({ node }) => node.terminals,
  },
]

const csv = [
  { label: { zh: '名称', en: 'Name' }, value: ({ node }: NodeListRow) => nameOf(node) },
  { label: { zh: '状态', en: 'Status' }, value: ({ node }: NodeListRow) => nodeStatus.label(node.status, lang) },
  { label: { zh: '类型', en: 'Type' }, value: ({ node }: NodeListRow) => kindOf(node) },
  { label: { zh: '序列号', en: 'Serial' }, value: ({ node }: NodeListRow) => node.sn },
  { label: { zh: 'IP 地址', en: 'IP address' }, value: ({ node }: NodeListRow) => node.ip },
  { label: { zh: 'MAC 地址', en: 'MAC address' }, value: ({ node }: NodeListRow) => node.mac },
  { label: { zh: '上联', en: 'Uplink' }, value: ({ parent }: NodeListRow) => parent && nameOf(parent) },
  { label: { zh: '端口', en: 'Ports' }, value: ({ edge }: NodeListRow) => edge && portsOf(edge) },
  { label: { zh: '链路', en: 'Link' }, value: ({ edge }: NodeListRow) => edge && linkState.label(edge.state, lang) },
  { label: { zh: '终端', en: 'Terminals' }, value: ({ node }: NodeListRow) => node.terminals },
]

interface NodeListProps {
  nodes: readonly TopologyNode[]
  edges: readonly TopologyEdge[]
  hits: ReadonlySet<string> | undefined
  onChoose: (id: string) => void
}

/** The same network as rows, each below its parent. */
export function NodeList({ nodes, edges, hits, onChoose }: NodeListProps) {
  const rows = useMemo(() => inTree(nodes, edges).filter(({ id }) => !hits || hits.has(id)), [nodes, edges, hits])
  return (
    <div className="flex h-full flex-col bg-surface">
      <div className="flex justify-end p-1.5">
        <Button size="s" kind="quiet" disabled={rows.length === 0} onClick={() => saveCsv('topology', csv, rows)}>
          {say({ zh: '导出 CSV', en: 'Export CSV' })}
        </Button>
      </div>
      <div className="min-h-0 flex-1 overflow-auto">
        <DataTable
          rows={rows}
          columns={columns}
          rowKey={({ id }) => id}
          label={say({ zh: '拓扑节点', en: 'Nodes of the topology' })}
          onRow={({ id }) => onChoose(id)}
          empty={<p className="py-10 text-center text-faint">{say({ zh: '没有符合的节点', en: 'No node fits' })}</p>}
        />
      </div>
    </div>
  )
}

function inTree(nodes: readonly TopologyNode[], edges: readonly TopologyEdge[]): NodeListRow[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const children = Map.groupBy(nodes, ({ parent }) => (parent !== null && byId.has(parent) ? parent : ''))
  const byPair = new Map<string, TopologyEdge>()
  for (const edge of edges) byPair.set([edge.from, edge.to].sort().join(' '), edge)
  const rows: NodeListRow[] = []
  const seen = new Set<string>()
  const walk = (node: TopologyNode, depth: number) => {
    if (seen.has(node.id)) return
    seen.add(node.id)
    const parent = node.parent === null ? undefined : byId.get(node.parent)
    rows.push({ id: node.id, node, depth, parent, edge: parent && byPair.get([node.id, parent.id].sort().join(' ')) })
    for (const child of children.get(node.id) ?? []) walk(child, depth + 1)
  }
  for (const node of [...(children.get('') ?? []), ...nodes]) walk(node, 0)
  return rows
}
