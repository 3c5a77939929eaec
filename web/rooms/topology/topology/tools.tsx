import { topologyCalls } from '@belvedere/contract/rooms/topology/topology.ts'
import {
  Download,
  List,
  Lock,
  LockOpen,
  Network as NetworkIcon,
  Radar,
  Search,
  Undo2,
  WandSparkles,
} from 'lucide-react'
import { useMutateCall } from '../../../kit/calls/query.ts'
import type { UrlWriter } from '../../../kit/routing/url-state.ts'
import { say } from '../../../kit/words/words.ts'
import { useConfirm } from '../../../ui/dialogs/confirm-dialog.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Menu } from '../../../ui/popups/menu.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { textOf } from '../../../ui/base/text-of.ts'
import { saveJson, savePng, saveSvg } from './drawing/export.ts'
import { choicesOf } from './filter.ts'
import { bandNames, type TopologyNode, type TopologyNetwork } from './network.ts'
import type { Picture } from './drawing/paint.ts'

interface TopologyUrl extends Record<string, string | number> {
  at: number
  q: string
  vlan: number
  ssid: string
  band: number
  on: string
  show: string
  span: number
  vs: number
}

interface TopologyToolsProps {
  url: TopologyUrl
  setUrl: UrlWriter<TopologyUrl>
  network: TopologyNetwork
  nodes: readonly TopologyNode[]
  /** Number of matches; undefined: no search. */
  hits: number | undefined
  past: boolean
  mayWrite: boolean
  mayScan: boolean
  sceneId: number
  sceneName: string
  picture: () => Picture
  onArrange: () => void
  onScan: () => void
  onBack: () => void
}

/** Toolbar of the drawing: search, filters and actions. */
export function Tools(props: TopologyToolsProps) {
  const { url, setUrl, network, nodes, hits, past, mayWrite, mayScan, onScan, onBack } = props
  const { vlans, ssids } = choicesOf(nodes)
  const isList = url.show === 'list'
  return (
    <div className="flex flex-wrap items-center gap-2">
      <TextField
        type="search"
        className="w-full sm:w-56"
        aria-label={say({ zh: '搜索节点', en: 'Search nodes' })}
        placeholder={say({ zh: '名称 / 序列号 / IP / MAC', en: 'Name, serial, IP or MAC' })}
        maxLength={64}
        prefix={<Search size={14} aria-hidden="true" className="text-faint" />}
        value={url.q}
        onChange={(q) => setUrl({ q })}
      />
      {vlans.length > 0 && (
        <Select
          className="w-28"
          name={{ zh: 'VLAN', en: 'VLAN' }}
          placeholder={{ zh: 'VLAN', en: 'VLAN' }}
          options={vlans.map((id) => ({ id, label: `VLAN ${id}` }))}
          value={url.vlan || undefined}
          onChange={(vlan) => setUrl({ vlan })}
          onClear={() => setUrl({ vlan: 0 })}
        />
      )}
      {ssids.length > 0 && (
        <Select
          className="w-36"
          name={{ zh: '无线网络', en: 'SSID' }}
          placeholder={{ zh: '无线网络', en: 'SSID' }}
          options={ssids.map((id) => ({ id, label: id }))}
          value={url.ssid || undefined}
          onChange={(ssid) => setUrl({ ssid })}
          onClear={() => setUrl({ ssid: '' })}
        />
      )}
      <Select
        className="w-28"
        name={{ zh: '频段', en: 'Band' }}
        placeholder={{ zh: '频段', en: 'Band' }}
        options={bandNames.map(({ id, label }) => ({ id, label: textOf(label) }))}
        value={url.band < 0 ? undefined : url.band}
        onChange={(band) => setUrl({ band })}
        onClear={() => setUrl({ band: -1 })}
      />
      {hits !== undefined && (
        <span role="status" className="text-xs text-soft">
          {hits > 0
            ? say({ zh: '{n} 个节点符合', en: '{n} matching {n:node|nodes}' }, { n: hits })
            : say({ zh: '没有符合的节点', en: 'No node fits' })}
        </span>
      )}
      <span className="ml-auto flex items-center">
        {mayWrite && !past && (
          <IconButton
            icon={Undo2}
            label={{ zh: '撤销移动', en: 'Take the last move back' }}
            disabled={network.locked === 1}
            onClick={onBack}
          />
        )}
        {mayWrite && !past && <Arrange {...props} />}
        {mayWrite && !past && <LockButton {...props} />}
        {mayScan && !past && (
          <IconButton icon={Radar} label={{ zh: '扫描网络', en: 'Scan the network' }} onClick={onScan} />
        )}
        <IconButton
          icon={isList ? NetworkIcon : List}
          label={isList ? { zh: '拓扑图', en: 'Map' } : { zh: '列表', en: 'List' }}
          onClick={() => setUrl({ show: isList ? 'map' : 'list' }, { push: true })}
        />
        <ExportMenu {...props} />
      </span>
    </div>
  )
}

function Arrange({ network, onArrange }: TopologyToolsProps) {
  const confirm = useConfirm()
  const run = async () => {
    const sure = await confirm({
      title: { zh: '重新排列所有节点？', en: 'Rearrange all nodes?' },
      body: say({
        zh: '手动调整过的位置会被覆盖，可以撤销。',
        en: 'Manually set positions are discarded. This can be undone.',
      }),
      ok: { zh: '重新排列', en: 'Arrange' },
    })
    if (sure) onArrange()
  }
  return (
    <IconButton
      icon={WandSparkles}
      label={{ zh: '自动排列', en: 'Arrange' }}
      disabled={network.locked === 1}
      onClick={run}
    />
  )
}

function LockButton({ network, sceneId }: TopologyToolsProps) {
  const { run, pending } = useMutateCall(topologyCalls.lock)
  const locked = network.locked === 1
  return (
    <IconButton
      icon={locked ? Lock : LockOpen}
      label={locked ? { zh: '解锁布局', en: 'Unlock the layout' } : { zh: '锁定布局', en: 'Lock the layout' }}
      aria-pressed={locked}
      pending={pending}
      onClick={() => void run({ scene_id: sceneId, locked: locked ? 0 : 1 })}
    />
  )
}

function ExportMenu({ network, sceneName, picture, url }: TopologyToolsProps) {
  const moment = new Date((url.at || network.generated_at) * 1000).toISOString().slice(0, 16).replaceAll(/[:T]/g, '-')
  const name = `topology-${sceneName.replaceAll(/[^\p{L}\p{N}-]+/gu, '-')}-${moment}`
  return (
    <Menu
      trigger={<IconButton icon={Download} label={{ zh: '导出', en: 'Export' }} />}
      items={[
        { label: { zh: '导出 PNG 图片', en: 'PNG picture' }, run: () => void savePng(picture(), name) },
        { label: { zh: '导出 SVG 矢量图', en: 'SVG drawing' }, run: () => saveSvg(picture(), name) },
        { label: { zh: '导出 JSON 数据', en: 'JSON data' }, run: () => saveJson(network, name) },
      ]}
    />
  )
}
