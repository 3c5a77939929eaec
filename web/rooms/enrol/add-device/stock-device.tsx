import { doorCalls } from '@belvedere/contract/rooms/enrol/door.ts'
import { authorityState } from '@belvedere/contract/rooms/enrol/door/enums.ts'
import {
  accessPoint,
  addressCommand,
  copyCommand,
  dhcpLines,
  fitsDhcp,
  type GatewayAddress,
  gatewayJson,
  makerFlags,
  optionText,
  switchAddress,
  trustCommand,
  usualDevicePort,
} from '@belvedere/pure/device/device-door.ts'
import { Download, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { type AnswerOf, saveDownload } from '../../../kit/calls/call.ts'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { useSession } from '../../../kit/session/session.ts'
import { lang, say, type Words } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Copyable } from '../../../ui/buttons/copy-button.tsx'
import { ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { Facts } from '../../../ui/values/fact-list.tsx'
import { MiniTable, type MiniColumn } from '../../../ui/data-table/mini-table.tsx'
import { absoluteTime } from '../../../ui/values/relative-time.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { Snippet } from './snippet.tsx'

type Ways = AnswerOf<typeof doorCalls.ways>
type StockAuthority = Ways['authorities'][number]

/**
 * Instructions for connecting access points and switches with the manufacturer's firmware: address, certificates, and
 * the three methods.
 */
export function StockDevice({ onShow }: { onShow: (way: 'refused') => void }) {
  const { data, error, refetch } = useQueryCall(doorCalls.ways, {})
  const isAdmin = useSession((s) => s.is_admin)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Spinner className="mx-auto my-16 text-accent-text" />
  return (
    <div className="flex flex-col gap-5" lang={lang}>
      <Where ways={data} />
      <WayOne ways={data} isAdmin={isAdmin === 1} />
      <WayTwo ways={data} />
      <WayThree address={data} />
      <p className="flex flex-wrap items-center gap-2 text-soft">
        {say({
          zh: '设备被拒绝时，原因列在“被拒绝接入”；通过后按序列号添加，或在“待认领设备”中认领。',
          en: 'A refused device is listed with the reason. Add an accepted device by its serial number, or claim it under Unclaimed.',
        })}
        <Button size="s" onClick={() => onShow('refused')}>
          {say({ zh: '查看被拒绝接入', en: 'Refused devices' })}
        </Button>
      </p>
    </div>
  )
}

function Where({ ways }: { ways: Ways }) {
  const { host, port, ca, ca_fingerprint, names, ends_at } = ways
  return (
    <section className="flex flex-col gap-3">
      <p className="text-soft">
        {say({
          zh: '出厂固件的接入点和交换机以双向 TLS 连接平台：设备用厂商签发的证书证明身份，并检查平台证书的签发者和名称。',
          en: 'Access points and switches with factory firmware connect by mutual TLS: the device presents the certificate issued by its manufacturer, and verifies the issuer and name of the platform’s certificate.',
        })}
      </p>
      <Facts
        items={[
          { label: { zh: '地址', en: 'Address' }, value: <Copyable text={host} /> },
          { label: { zh: '端口（TCP）', en: 'Port (TCP)' }, value: <Copyable text={String(port)} /> },
          { label: { zh: '平台证书有效期至', en: 'Our certificate ends' }, value: absoluteTime(ends_at) },
        ]}
      />
      <Facts
        className="grid-cols-1!"
        items={[
          { label: { zh: '平台证书中的名称', en: 'Names in our certificate' }, value: names.join(', ') },
          {
            label: { zh: 'CA 证书指纹（SHA-256）', en: 'Fingerprint of our CA (SHA-256)' },
            value: <span className="font-mono text-xs break-all select-all">{ca_fingerprint}</span>,
          },
        ]}
      />
      <div>
        <Button
          icon={Download}
          onClick={() => saveDownload({ blob: new Blob([ca], { type: 'application/x-pem-file' }), name: 'ca.pem' })}
        >
          {say({ zh: '下载 ca.pem', en: 'Download ca.pem' })}
        </Button>
      </div>
      <Warnings ways={ways} />
    </section>
  )
}

function Warnings({ ways: { host, port, local_only, name_fits } }: { ways: Ways }) {
  return (
    <>
      {local_only === 1 && (
        <Warning
          words={{
            zh: '平台只监听本机地址，其他机器上的设备无法连接。请用 --host 0.0.0.0 --public-host <名称或地址> 启动平台。',
            en: 'This server listens on this machine only. Start it with --host 0.0.0.0 --public-host <name or address> for devices on other machines.',
          }}
        />
      )}
      {name_fits === 0 && (
        <Warning
          words={{
            zh: `平台证书不含名称 ${host}，设备会断开连接。请用 --public-host 设置证书中的名称，或换用含该名称的证书。`,
            en: `Our certificate does not carry ${host}: devices disconnect. Set --public-host to a name it has, or use one that carries this name.`,
          }}
        />
      )}
      {port !== usualDevicePort && (
        <Warning
          words={{
            zh: `OpenLAN 交换机和按标准名称 openwifi.wlan.local 查找的接入点只使用端口 ${usualDevicePort}。`,
            en: `OpenLAN switches, and access points that look for openwifi.wlan.local, use port ${usualDevicePort} only.`,
          }}
        />
      )}
    </>
  )
}

function Warning({ words }: { words: Words }) {
  return (
    <p className="flex items-start gap-2 text-xs text-warning">
      <TriangleAlert size={14} aria-hidden="true" className="mt-0.5 shrink-0" />
      {say(words)}
    </p>
  )
}

function Way({ number, title, children }: { number: number; title: Words; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3 rounded-lg border border-line p-4">
      <h3 className="flex items-baseline gap-2 font-medium">
        <span className="tabular-nums text-accent-text">{number}</span>
        {say(title)}
      </h3>
      {children}
    </section>
  )
}

const columns: MiniColumn<StockAuthority>[] = [
  { label: { zh: '文件', en: 'File' }, format: ({ file }) => file },
  {
    label: { zh: '证书与证书链', en: 'Certificate and chain' },
    format: ({ subject, chain }) => <span className="whitespace-normal">{[subject, ...chain].join(' → ')}</span>,
  },
  { label: { zh: '状态', en: 'State' }, format: ({ state }) => <State state={state} /> },
  { label: { zh: '有效期至', en: 'Ends' }, format: ({ ends_at }) => absoluteTime(ends_at) },
]

function State({ state }: Pick<StockAuthority, 'state'>) {
  const known = authorityState.find(state)
  return <Status tone={known?.tone} label={known ?? state} />
}

function WayOne({ ways: { authorities, own_certificate, fingerprint }, isAdmin }: { ways: Ways; isAdmin: boolean }) {
  return (
    <Way
      number={1}
      title={{ zh: '使用厂商的 PKI，设备上无需改动', en: 'The PKI of the manufacturer: nothing changes on the device' }}
    >
      <p className="text-soft">
        {say({
          zh: '平台信任厂商的 CA（根 CA、签发 CA 或两者，PEM，可为多个文件），并出示由设备所信任的 PKI 签发的网关证书，名称须为设备所连的名称。平台管理员用以下选项启动平台：',
          en: 'The server trusts the CA of the manufacturer (root, issuing CA or both, PEM, one file or several), and presents a gateway certificate of a PKI that the devices trust, with the name to which they connect. An administrator starts the server with:',
        })}
      </p>
      <Snippet text={makerFlags} />
      <p className="text-soft">
        {own_certificate === 1
          ? say(
              {
                zh: '当前出示自备的网关证书，指纹（SHA-256）{fingerprint}',
                en: 'The gateway presents a certificate of yours, fingerprint (SHA-256) {fingerprint}',
              },
              { fingerprint },
            )
          : say({
              zh: '当前出示平台自己的证书：设备需按方式 2 信任它。',
              en: 'The gateway presents the platform’s own certificate: devices trust it only after method 2.',
            })}
      </p>
      {isAdmin &&
        (authorities.length > 0 ? (
          <MiniTable
            label={{ zh: '信任的设备 CA', en: 'Trusted device CAs' }}
            columns={columns}
            rows={authorities}
            rowKey={({ fingerprint: key }) => key}
            className="max-h-56"
          />
        ) : (
          <Warning
            words={{
              zh: '尚未信任任何厂商的 CA（--device-ca）：出厂设备都会被拒绝，方式 2 与 3 也需要它。',
              en: 'No manufacturer CA is trusted yet (--device-ca): factory devices are refused, even with methods 2 and 3.',
            }}
          />
        ))}
    </Way>
  )
}

function WayTwo({ ways: { ca, host } }: { ways: Ways }) {
  return (
    <Way number={2} title={{ zh: '让设备信任平台的 CA', en: 'Make the device trust the platform’s CA' }}>
      <p className="text-soft">
        {say(
          {
            zh: '把下载的 ca.pem 追加到设备的 /etc/ucentral/operational.ca（{device} 为设备地址）。恢复出厂设置后需重做。平台仍需信任厂商的 CA（--device-ca）。',
            en: 'Append ca.pem, downloaded above, to /etc/ucentral/operational.ca on the device ({device} is its address). A factory reset removes it. The server still needs the CA of the manufacturer (--device-ca).',
          },
          { device: accessPoint },
        )}
      </p>
      <Snippet text={trustCommand()} />
      <Snippet text={ca} file="ca.pem" label={{ zh: 'ca.pem', en: 'ca.pem' }} />
      <p className="text-soft">
        {say({
          zh: '新版固件为 DHCP 得到的网关另存一份证书，还需运行：',
          en: 'Newer firmware stores separate certificates for a gateway learned by DHCP. On such firmware, also run:',
        })}
      </p>
      <Snippet text={copyCommand({ host })} />
      <p className="text-soft">
        {say({
          zh: '交换机：追加到其证书分区中的 cas.pem（容器内为 /etc/ucentral/cas.pem）。',
          en: 'Switches: append it to cas.pem of their certificate partition (/etc/ucentral/cas.pem in the container).',
        })}
      </p>
    </Way>
  )
}

function WayThree({ address }: { address: GatewayAddress }) {
  const { dnsmasq, openwrt, isc, kea } = dhcpLines(address)
  return (
    <Way number={3} title={{ zh: '在设备上设置平台地址', en: 'Set the platform’s address on the device' }}>
      {fitsDhcp(address) ? (
        <>
          <p className="text-soft">
            {say(
              {
                zh: '由 DHCP 选项 224 下发“{text}”，设备在续租或重启后连接：',
                en: 'By DHCP option 224, “{text}”; devices connect when they renew their lease or restart:',
              },
              { text: optionText(address) },
            )}
          </p>
          <Snippet text={dnsmasq} label={{ zh: 'dnsmasq', en: 'dnsmasq' }} />
          <Snippet text={openwrt} label={{ zh: 'OpenWrt 路由器', en: 'OpenWrt router' }} />
          <Snippet text={isc} label={{ zh: 'ISC DHCP', en: 'ISC DHCP' }} />
          <Snippet text={kea} label={{ zh: 'Kea', en: 'Kea' }} />
        </>
      ) : (
        <Warning
          words={{
            zh: 'DHCP 选项 224 不支持 IPv6 地址，请改用名称（--public-host）。',
            en: 'DHCP option 224 takes no IPv6 address; use a name (--public-host).',
          }}
        />
      )}
      <p className="text-soft">
        {say({
          zh: '或在设备上写入 gateway.json：',
          en: 'Or by gateway.json on the device:',
        })}
      </p>
      <Snippet text={gatewayJson(address)} file="gateway.json" label={{ zh: 'gateway.json', en: 'gateway.json' }} />
      <Snippet text={addressCommand()} />
      <p className="text-soft">
        {say({
          zh: '或在本地 DNS 中把 openwifi.wlan.local 指向平台（端口 15002）。OpenLAN 交换机：在客户端容器的环境变量中设置：',
          en: 'Or resolve openwifi.wlan.local to our address in local DNS (port 15002). OpenLAN switches read it from the environment of the container of their client:',
        })}
      </p>
      <Snippet text={switchAddress(address)} />
    </Way>
  )
}
