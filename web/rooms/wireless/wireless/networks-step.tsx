import { Plus, Trash2 } from 'lucide-react'
import { Suspense } from 'react'
import { radioBand, wifiCipher, wifiEncoding, wifiSecurity } from '@belvedere/contract/rooms/intent/enums.ts'
import { lang, say, type Words } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { OpenWifiNote } from '../../intent/api.tsx'
import { emptyNetwork, isEnterprise, isKeyed, type NetworkForm, type Wizard } from './use-wizard.ts'

const most = 16

/** The set of networks; networks of the devices that are not listed here are kept. */
export function NetworksStep({ wizard: { networks, setNetworks, fields } }: { wizard: Wizard }) {
  const change = (row: number, part: Partial<NetworkForm>) =>
    setNetworks(networks.map((one) => (one.row === row ? { ...one, ...part } : one)))
  const next = Math.max(0, ...networks.map(({ row }) => row)) + 1
  return (
    <div className="flex flex-col gap-4">
      {networks.length === 0 && (
        <p className="text-soft">
          {say({
            zh: '未列出的无线网络保持不变。只调整射频时可直接进入下一步。',
            en: 'Networks that are not listed stay as they are. Go on if only radios are to change.',
          })}
        </p>
      )}
      {networks.map((network, at) => (
        <NetworkCard
          key={network.row}
          network={network}
          fault={(field) => fields[`networks.${at}.${field}`]}
          onChange={(part) => change(network.row, part)}
          onDrop={() => setNetworks(networks.filter(({ row }) => row !== network.row))}
        />
      ))}
      <div>
        <Button
          icon={Plus}
          disabled={networks.length >= most}
          onClick={() => setNetworks([...networks, emptyNetwork(next)])}
        >
          {say({ zh: '添加无线网络', en: 'Add a network' })}
        </Button>
      </div>
    </div>
  )
}

interface CardProps {
  network: NetworkForm
  fault: (field: string) => string | undefined
  onChange: (part: Partial<NetworkForm>) => void
  onDrop: () => void
}

function NetworkCard({ network, fault, onChange, onDrop }: CardProps) {
  const { key, remove } = network
  return (
    <section aria-label={key} className="rounded-md border border-line p-4">
      <div className="flex items-start gap-3">
        <TextField
          required
          className="min-w-0 flex-1"
          label={{ zh: '名称（SSID）', en: 'Name (SSID)' }}
          value={key}
          onChange={(text) => onChange({ key: text })}
          error={fault('key') ?? fault('ssid')}
          autoComplete="off"
        />
        <div className="mt-[21px] flex h-8 items-center">
          <Checkbox
            label={{ zh: '从这些 AP 删除', en: 'Remove' }}
            checked={remove}
            onChange={(on) => onChange({ remove: on })}
          />
        </div>
        <IconButton
          className="mt-[21px]"
          icon={Trash2}
          label={{ zh: '移出列表', en: 'Leave it out of the list' }}
          onClick={onDrop}
        />
      </div>
      {!remove && <NetworkFields network={network} fault={fault} onChange={onChange} />}
    </section>
  )
}

type FieldsProps = Omit<CardProps, 'onDrop'>

function NetworkFields({ network, fault, onChange }: FieldsProps) {
  const { bands, security } = network
  const number = (name: 'vlan' | 'max_clients' | 'up_kbps' | 'down_kbps', label: Words) => (
    <TextField
      inputMode="numeric"
      maxLength={9}
      label={label}
      value={network[name]}
      onChange={(text) => onChange({ [name]: text.replace(/\D/g, '') })}
      error={fault(name)}
      autoComplete="off"
    />
  )
  return (
    <div className="mt-4 grid grid-cols-4 gap-4 max-sm:grid-cols-1">
      <Select
        label={{ zh: '加密方式', en: 'Security' }}
        options={wifiSecurity.values as readonly { id: typeof security; zh: string; en: string }[]}
        value={security}
        onChange={(id) => onChange({ security: id })}
      />
      {security === 'Disable' && (
        <Suspense>
          <OpenWifiNote className="col-span-3 self-end pb-2 max-sm:col-span-full" />
        </Suspense>
      )}
      {security !== 'Disable' && (
        <Select
          label={{ zh: '加密算法', en: 'Cipher' }}
          options={wifiCipher.values as readonly { id: typeof network.cipher; zh: string; en: string }[]}
          value={network.cipher}
          onChange={(cipher) => onChange({ cipher })}
          error={fault('cipher')}
        />
      )}
      {isKeyed(security) && (
        <TextField
          type="password"
          mono
          maxLength={63}
          label={{ zh: '密码', en: 'Password' }}
          hint={{
            zh: '8 到 63 位；已有此网络时留空不变',
            en: '8 to 63 characters; empty leaves that of a known network',
          }}
          value={network.password}
          onChange={(password) => onChange({ password })}
          error={fault('password')}
          autoComplete="new-password"
        />
      )}
      {isEnterprise(security) && <RadiusFields network={network} fault={fault} onChange={onChange} />}
      <Select
        label={{ zh: '名称编码', en: 'Encoding of the name' }}
        options={wifiEncoding.values as readonly { id: typeof network.encoding; zh: string; en: string }[]}
        value={network.encoding}
        onChange={(encoding) => onChange({ encoding })}
      />
      {number('vlan', { zh: 'VLAN（可选）', en: 'VLAN (optional)' })}
      {number('max_clients', { zh: '最大终端数（可选）', en: 'Terminals at most (optional)' })}
      {number('up_kbps', { zh: '上行限速 kbit/s（可选）', en: 'Up, kbit/s (optional)' })}
      {number('down_kbps', { zh: '下行限速 kbit/s（可选）', en: 'Down, kbit/s (optional)' })}
      <fieldset className="col-span-full flex flex-wrap items-center gap-x-5 gap-y-2">
        <legend className="sr-only">{say({ zh: '频段与选项', en: 'Bands and options' })}</legend>
        {radioBand.values.map((band) => (
          <Checkbox
            key={band.id}
            label={band[lang]}
            checked={bands.includes(band.id)}
            onChange={(on) =>
              onChange({ bands: radioBand.ids.filter((id) => (id === band.id ? on : bands.includes(id))) })
            }
          />
        ))}
        <Checkbox
          label={{ zh: '隐藏名称', en: 'Hide the name' }}
          checked={network.hidden}
          onChange={(hidden) => onChange({ hidden })}
        />
        <Checkbox
          label={{ zh: '终端隔离', en: 'Keep terminals apart' }}
          checked={network.isolate}
          onChange={(isolate) => onChange({ isolate })}
        />
        {fault('bands') && <span className="text-xs text-danger">{fault('bands')}</span>}
      </fieldset>
    </div>
  )
}

function RadiusFields({ network, fault, onChange }: FieldsProps) {
  return (
    <>
      <TextField
        required
        maxLength={253}
        label={{ zh: 'RADIUS 服务器', en: 'RADIUS server' }}
        value={network.radius_host}
        onChange={(radius_host) => onChange({ radius_host })}
        error={fault('radius_host')}
        autoComplete="off"
      />
      <TextField
        inputMode="numeric"
        maxLength={5}
        placeholder="1812"
        label={{ zh: 'RADIUS 端口', en: 'RADIUS port' }}
        value={network.radius_port}
        onChange={(text) => onChange({ radius_port: text.replace(/\D/g, '') })}
        error={fault('radius_port')}
      />
      <TextField
        type="password"
        maxLength={128}
        label={{ zh: 'RADIUS 密钥', en: 'RADIUS secret' }}
        value={network.radius_secret}
        onChange={(radius_secret) => onChange({ radius_secret })}
        error={fault('radius_secret')}
        autoComplete="new-password"
      />
    </>
  )
}
