import { deviceType } from '@belvedere/contract/rooms/device/enums.ts'
import { alarmLevel } from '@belvedere/contract/rooms/alarm-type/enums.ts'
import { linkState, nodeKind, nodeStatus } from '@belvedere/contract/rooms/topology/enums.ts'
import { onlineCalls } from '@belvedere/contract/rooms/terminal/online.ts'
import { rateText } from '@belvedere/pure/text/flow.ts'
import { Suspense, useState } from 'react'
import { useGo } from '../../../kit/routing/go.tsx'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { useScene } from '../../../kit/session/scene.ts'
import { useMay } from '../../../kit/session/session.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Copyable } from '../../../ui/buttons/copy-button.tsx'
import { Drawer } from '../../../ui/dialogs/drawer.tsx'
import { Facts, type Fact } from '../../../ui/values/fact-list.tsx'
import { MiniTable } from '../../../ui/data-table/mini-table.tsx'
import { RelativeTime } from '../../../ui/values/relative-time.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { textOf } from '../../../ui/base/text-of.ts'
import { RebootDevice, showDevice } from '../../device/api.tsx'
import { CompareRevisions } from '../../intent/api.tsx'
import { bandNames, nameOf, radioText, type TopologyEdge, type TopologyNode } from './network.ts'

interface NodeDrawerProps {
  node: TopologyNode
  nodes: readonly TopologyNode[]
  edges: readonly TopologyEdge[]
  sceneId: number
  past: boolean
  onChoose: (id: string | undefined) => void
}

/** Details of a node: state, links, terminals, actions. */
export function NodeDrawer({ node, nodes, edges, sceneId, past, onChoose }: NodeDrawerProps) {
  const go = useGo()
  const may = useMay()
  const scene = useScene()
  const [rebooting, reboot] = useState(false)
  const [comparing, compare] = useState(false)
  const { device_id, sn, type } = node
  const isDevice = node.kind === nodeKind.id.device && device_id !== null && type !== null
  const parent = nodes.find(({ id }) => id === node.parent)
  const mayCommand =
    isDevice && !past && node.status === nodeStatus.id.online && may('device.command') && !scene.readOnly
  return (
    <Drawer
      open
      width={480}
      onClose={() => onChoose(undefined)}
      title={nameOf(node)}
      footer={
        isDevice && (
          <>
            {mayCommand && <Button onClick={() => reboot(true)}>{say({ zh: '重启', en: 'Reboot' })}</Button>}
            {node.config && node.removed === 0 && may('config.read') && (
              <Button onClick={() => compare(true)}>
                {past
                  ? say({ zh: '当时的配置', en: 'Configuration at that time' })
                  : say({ zh: '当前配置', en: 'Configuration' })}
              </Button>
            )}
            <Button
              kind="primary"
              disabled={node.removed === 1}
              onClick={() => showDevice({ id: device_id, sn, type, scene_id: sceneId }, go)}
            >
              {say({ zh: '设备详情', en: 'Device details' })}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-5">
        <Facts items={factsOf(node, parent && { ...parent, choose: () => onChoose(parent.id) })} />
        <Links node={node} nodes={nodes} edges={edges} onChoose={onChoose} />
        {node.folds.length > 0 && <Folds node={node} />}
        {isDevice && !past && <Terminals device_id={device_id} />}
      </div>
      <Suspense>
        {comparing && node.config && device_id !== null && (
          <CompareRevisions device_id={device_id} revision={node.config} onClose={() => compare(false)} />
        )}
      </Suspense>
      <Suspense>{rebooting && device_id !== null && <RebootDevice id={device_id} what="reboot" />}</Suspense>
    </Drawer>
  )
}

function factsOf(node: TopologyNode, parent: (TopologyNode & { choose: () => void }) | undefined): Fact[] {
  const status = nodeStatus.find(node.status)
  const alarm = node.alarm === null ? undefined : alarmLevel.find(node.alarm)
  const facts: (Fact | false | null | '')[] = [
    {
      label: { zh: '状态', en: 'Status' },
      value: (
        <span className="flex items-center gap-2">
          <Status tone={status?.tone} label={status ?? ''} />
          {node.since > 0 && <RelativeTime at={node.since} />}
        </span>
      ),
    },
    alarm !== undefined && { label: { zh: '告警', en: 'Alarm' }, value: <Status tone={alarm.tone} label={alarm} /> },
    {
      label: { zh: '类型', en: 'Type' },
      value: node.type === null ? nodeKind.label(node.kind, lang) : deviceType.label(node.type, lang),
    },
    node.model && { label: { zh: '型号', en: 'Model' }, value: node.model },
    node.firmware && { label: { zh: '固件版本', en: 'Firmware' }, value: node.firmware },
    node.radios.length > 0 && {
      label: { zh: '射频', en: 'Radios' },
      value: (
        <span className="grid">
          {node.radios.map((radio) => (
            <span key={`${radio.band} ${radio.channel}`}>{radioText(radio)}</span>
          ))}
        </span>
      ),
    },
    node.removed === 1 && {
      label: { zh: '现状', en: 'Now' },
      value: say({ zh: '设备已移除', en: 'The device was removed' }),
    },
    node.sn && { label: { zh: '序列号', en: 'Serial' }, value: <Copyable text={node.sn} mono /> },
    node.ip && { label: { zh: 'IP 地址', en: 'IP address' }, value: <Copyable text={node.ip} mono /> },
    node.mac && { label: { zh: 'MAC 地址', en: 'MAC address' }, value: <Copyable text={node.mac} mono /> },
    node.cpu !== null && {
      label: { zh: 'CPU / 内存', en: 'CPU, memory' },
      value: `${node.cpu}% / ${node.mem ?? '–'}%`,
    },
    node.terminals !== null && { label: { zh: '终端', en: 'Terminals' }, value: node.terminals },
    parent !== undefined && {
      label: { zh: '上联', en: 'Uplink' },
      value: (
        <button type="button" className="text-accent-text hover:underline" onClick={parent.choose}>
          {nameOf(parent)}
        </button>
      ),
    },
  ]
  return facts.filter((fact): fact is Fact => Boolean(fact))
}

function Links({ node, nodes, edges, onChoose }: Pick<NodeDrawerProps, 'node' | 'nodes' | 'edges' | 'onChoose'>) {
  const own = edges.filter(({ from, to }) => from === node.id || to === node.id)
  const byId = new Map(nodes.map((one) => [one.id, one]))
  if (own.length === 0)
    return (
      <p className="text-soft">
        {say({
          zh: '没有设备报告与它相连：它不支持 LLDP，或邻居不由平台管理。',
          en: 'No device reports a link to it: LLDP is off, or its neighbour is not managed here.',
        })}
      </p>
    )
  const far = ({ from, to }: TopologyEdge) => byId.get(from === node.id ? to : from)
  const port = ({ from, from_port, to_port }: TopologyEdge) => (from === node.id ? from_port : to_port)
  return (
    <section>
      <h3 className="mb-1.5 font-medium">{say({ zh: '端口与链路', en: 'Ports and links' })}</h3>
      <MiniTable
        label={{ zh: '端口与链路', en: 'Ports and links' }}
        rows={own.slice(0, 300)}
        rowKey={({ id }) => id}
        className="max-h-72"
        columns={[
          { label: { zh: '端口', en: 'Port' }, mono: true, format: port },
          {
            label: { zh: '对端', en: 'Other end' },
            format: (edge) => {
              const other = far(edge)
              return (
                other && (
                  <button
                    type="button"
                    className="max-w-36 truncate align-middle text-accent-text hover:underline"
                    data-tip-cut=""
                    onClick={() => onChoose(other.id)}
                  >
                    {nameOf(other)}
                  </button>
                )
              )
            },
          },
          {
            label: { zh: '状态', en: 'State' },
            format: ({ state }) => <Status tone={linkState.find(state)?.tone} label={linkState.find(state) ?? ''} />,
          },
          {
            label: { zh: '收 / 发', en: 'In, out' },
            right: true,
            format: (edge) => {
              const [rx, tx] = edge.from === node.id ? [edge.rx_bps, edge.tx_bps] : [edge.tx_bps, edge.rx_bps]
              return rx === null && tx === null ? '' : `${rateText(rx ?? 0)} / ${rateText(tx ?? 0)}`
            },
          },
          {
            label: { zh: '历史', en: 'History' },
            format: (edge) =>
              edge.measured && (
                <button type="button" className="text-accent-text hover:underline" onClick={() => onChoose(edge.id)}>
                  {say({ zh: '查看', en: 'Show' })}
                </button>
              ),
          },
        ]}
      />
    </section>
  )
}

function Folds({ node }: { node: TopologyNode }) {
  return (
    <section>
      <h3 className="mb-1.5 font-medium">{say({ zh: '终端分布', en: 'Terminals by network' })}</h3>
      <MiniTable
        label={{ zh: '终端分布', en: 'Terminals by network' }}
        rows={[...node.folds].sort((a, b) => b.n - a.n).slice(0, 100)}
        rowKey={(_, at) => at}
        className="max-h-56"
        columns={[
          { label: { zh: '网络或端口', en: 'Network or port' }, format: ({ ssid, port }) => ssid || port },
          { label: { zh: '频段', en: 'Band' }, format: ({ link }) => textOf(bandNames[link]?.label ?? '') },
          { label: { zh: 'VLAN', en: 'VLAN' }, format: ({ vlan }) => vlan || '' },
          { label: { zh: '终端', en: 'Terminals' }, right: true, format: ({ n }) => n },
        ]}
      />
    </section>
  )
}

function Terminals({ device_id }: { device_id: number }) {
  const { data } = useQueryCall(
    onlineCalls.all,
    { device_id, limit: 50, orderby: 'since desc' },
    { keepPrevious: true },
  )
  if (!data || data.total === 0) return null
  return (
    <section>
      <h3 className="mb-1.5 font-medium">
        {say({ zh: '在线终端（{n}）', en: 'Terminals online ({n})' }, { n: data.total })}
      </h3>
      <MiniTable
        label={{ zh: '在线终端', en: 'Terminals online' }}
        rows={data.list}
        rowKey={({ id }) => id}
        className="max-h-72"
        columns={[
          { label: { zh: '终端', en: 'Terminal' }, format: ({ hostname, mac }) => hostname ?? mac },
          { label: { zh: 'IP 地址', en: 'IP address' }, mono: true, format: ({ ip }) => ip },
          { label: { zh: '网络或端口', en: 'Network or port' }, format: ({ ssid, port }) => ssid ?? port },
          { label: { zh: '上线', en: 'Connected' }, format: ({ since }) => <RelativeTime at={since} /> },
        ]}
      />
    </section>
  )
}
