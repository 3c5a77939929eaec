import type { Words } from './text.ts'

export type CgiForm = 'number' | 'time' | 'seconds' | 'bytes' | 'mono'

export interface CgiColumn extends Words {
  readonly key: string
  /** How to show a cell: plain text by default. `time` unix seconds, `seconds` a duration, `bytes` octets. */
  readonly as?: CgiForm
  /** The same where it depends on the row: by the value of the column `key`. A time may be a text too (ISO 8601). */
  readonly by?: { readonly key: string; readonly as: Readonly<Record<string, CgiForm>> }
  /** Words for cells that hold one of a few known values; others are shown as they are. */
  readonly values?: Readonly<Record<string, Words>>
}

export interface CgiQuery extends Words {
  /** The rows and their source on the device. */
  readonly about: Words
  readonly columns: readonly CgiColumn[]
}

const roles = {
  wan: { zh: '外网', en: 'WAN' },
  lan: { zh: '内网', en: 'LAN' },
  port: { zh: '端口', en: 'Port' },
  other: { zh: '其他', en: 'Other' },
}
const upDown = { up: { zh: '已连接', en: 'Up' }, down: { zh: '未连接', en: 'Down' } }
const severities = {
  0: { zh: '紧急', en: 'Emergency' },
  1: { zh: '警报', en: 'Alert' },
  2: { zh: '严重', en: 'Critical' },
  3: { zh: '错误', en: 'Error' },
  4: { zh: '警告', en: 'Warning' },
  5: { zh: '通知', en: 'Notice' },
  6: { zh: '信息', en: 'Info' },
  7: { zh: '调试', en: 'Debug' },
}
const items = {
  hostname: { zh: '主机名', en: 'Host name' },
  model: { zh: '型号', en: 'Model' },
  system: { zh: '操作系统', en: 'Operating system' },
  kernel: { zh: '内核', en: 'Kernel' },
  architecture: { zh: '架构', en: 'Architecture' },
  cpus: { zh: 'CPU 核数', en: 'CPU cores' },
  cpu_model: { zh: 'CPU 型号', en: 'CPU model' },
  uptime_s: { zh: '运行时间', en: 'Uptime' },
  boot_time: { zh: '启动时间', en: 'Started at' },
  local_time: { zh: '本机时间', en: 'Local time' },
  time_zone: { zh: '时区', en: 'Time zone' },
  load: { zh: '平均负载（1、5、15 分钟）', en: 'Load average (1, 5, 15 min)' },
  memory_total: { zh: '内存总量', en: 'Memory' },
  memory_available: { zh: '可用内存', en: 'Memory available' },
  disk_total: { zh: '系统盘总量', en: 'System disk' },
  disk_free: { zh: '系统盘剩余', en: 'System disk free' },
  temperature: { zh: '最高温度（℃）', en: 'Hottest sensor (°C)' },
  name_servers: { zh: 'DNS 服务器', en: 'Name servers' },
  forwarding: { zh: 'IPv4 转发', en: 'IPv4 forwarding' },
  connections: { zh: '跟踪的连接数', en: 'Tracked connections' },
  agent: { zh: '代理程序版本', en: 'Agent version' },
  node: { zh: 'Node.js 版本', en: 'Node.js version' },
  user: { zh: '运行用户', en: 'Runs as' },
}
const itemForms = {
  uptime_s: 'seconds',
  boot_time: 'time',
  local_time: 'time',
  memory_total: 'bytes',
  memory_available: 'bytes',
  disk_total: 'bytes',
  disk_free: 'bytes',
} as const

/** The queries of a device with `x-belvedere.cgi`: one entry per query type; each answers `{total, list}` of flat rows. */
export const cgiCatalogue = {
  interfaces: {
    zh: '接口',
    en: 'Interfaces',
    about: {
      zh: '内核中的全部网络接口，与 ip addr 一致',
      en: 'Every network interface of the kernel, as ip addr shows it',
    },
    columns: [
      { key: 'name', zh: '名称', en: 'Name' },
      { key: 'role', zh: '角色', en: 'Role', values: roles },
      { key: 'state', zh: '状态', en: 'State', values: upDown },
      { key: 'kind', zh: '类型', en: 'Kind' },
      { key: 'mac', zh: 'MAC 地址', en: 'MAC address', as: 'mono' },
      { key: 'ipv4', zh: 'IPv4 地址', en: 'IPv4 addresses', as: 'mono' },
      { key: 'ipv6', zh: 'IPv6 地址', en: 'IPv6 addresses', as: 'mono' },
      { key: 'master', zh: '所属网桥', en: 'Bridge or bond' },
      { key: 'vlan', zh: 'VLAN', en: 'VLAN', as: 'number' },
      { key: 'mtu', zh: 'MTU', en: 'MTU', as: 'number' },
      { key: 'speed_mbps', zh: '速率（Mbps）', en: 'Speed (Mbit/s)', as: 'number' },
      {
        key: 'duplex',
        zh: '双工',
        en: 'Duplex',
        values: { full: { zh: '全双工', en: 'Full' }, half: { zh: '半双工', en: 'Half' } },
      },
      { key: 'rx_bytes', zh: '接收', en: 'Received', as: 'bytes' },
      { key: 'tx_bytes', zh: '发送', en: 'Sent', as: 'bytes' },
      { key: 'rx_packets', zh: '接收包数', en: 'Packets received', as: 'number' },
      { key: 'tx_packets', zh: '发送包数', en: 'Packets sent', as: 'number' },
      { key: 'rx_errors', zh: '接收错误', en: 'Receive errors', as: 'number' },
      { key: 'tx_errors', zh: '发送错误', en: 'Send errors', as: 'number' },
      { key: 'rx_dropped', zh: '接收丢弃', en: 'Receive drops', as: 'number' },
      { key: 'tx_dropped', zh: '发送丢弃', en: 'Send drops', as: 'number' },
    ],
  },
  routes: {
    zh: '路由表',
    en: 'Routes',
    about: { zh: 'IPv4 和 IPv6 主路由表', en: 'The main routing tables of IPv4 and IPv6' },
    columns: [
      { key: 'family', zh: '协议族', en: 'Family' },
      { key: 'destination', zh: '目的网段', en: 'Destination', as: 'mono' },
      { key: 'gateway', zh: '下一跳', en: 'Gateway', as: 'mono' },
      { key: 'device', zh: '出接口', en: 'Interface' },
      { key: 'metric', zh: '度量值', en: 'Metric', as: 'number' },
      { key: 'protocol', zh: '来源', en: 'Protocol' },
      { key: 'scope', zh: '范围', en: 'Scope' },
      { key: 'source', zh: '源地址', en: 'Source address', as: 'mono' },
    ],
  },
  neighbours: {
    zh: '邻居表',
    en: 'Neighbours',
    about: { zh: 'ARP 和 IPv6 邻居发现表', en: 'The ARP and IPv6 neighbour tables' },
    columns: [
      { key: 'address', zh: 'IP 地址', en: 'IP address', as: 'mono' },
      { key: 'mac', zh: 'MAC 地址', en: 'MAC address', as: 'mono' },
      { key: 'device', zh: '接口', en: 'Interface' },
      { key: 'state', zh: '状态', en: 'State' },
      { key: 'confirmed_s', zh: '最近确认', en: 'Last confirmed', as: 'seconds' },
    ],
  },
  dhcp_leases: {
    zh: 'DHCP 租约',
    en: 'DHCP leases',
    about: { zh: '本机 dnsmasq 分配的地址', en: 'Addresses given by the dnsmasq of this host' },
    columns: [
      { key: 'address', zh: 'IP 地址', en: 'IP address', as: 'mono' },
      { key: 'mac', zh: 'MAC 地址', en: 'MAC address', as: 'mono' },
      { key: 'hostname', zh: '主机名', en: 'Host name' },
      { key: 'expires', zh: '到期时间', en: 'Expires', as: 'time' },
      { key: 'duid', zh: 'DUID', en: 'DUID', as: 'mono' },
    ],
  },
  terminals: {
    zh: '终端',
    en: 'Terminals',
    about: { zh: '内网接口上的有线和无线终端', en: 'Wired and wireless clients behind the LAN interfaces' },
    columns: [
      { key: 'mac', zh: 'MAC 地址', en: 'MAC address', as: 'mono' },
      { key: 'ipv4', zh: 'IPv4 地址', en: 'IPv4 address', as: 'mono' },
      { key: 'ipv6', zh: 'IPv6 地址', en: 'IPv6 addresses', as: 'mono' },
      { key: 'hostname', zh: '主机名', en: 'Host name' },
      { key: 'device', zh: '接口', en: 'Interface' },
      { key: 'port', zh: '端口', en: 'Port' },
      { key: 'vlan', zh: 'VLAN', en: 'VLAN', as: 'number' },
      { key: 'ssid', zh: 'SSID', en: 'SSID' },
      { key: 'signal_dbm', zh: '信号（dBm）', en: 'Signal (dBm)', as: 'number' },
      { key: 'last_seen_s', zh: '最近出现', en: 'Last seen', as: 'seconds' },
    ],
  },
  connections: {
    zh: '连接',
    en: 'Connections',
    about: {
      zh: '连接跟踪表；没有时列出本机的套接字',
      en: 'The connection tracking table; without one, the sockets of the host',
    },
    columns: [
      { key: 'protocol', zh: '协议', en: 'Protocol' },
      { key: 'state', zh: '状态', en: 'State' },
      { key: 'source', zh: '源地址', en: 'Source', as: 'mono' },
      { key: 'source_port', zh: '源端口', en: 'Source port', as: 'number' },
      { key: 'destination', zh: '目的地址', en: 'Destination', as: 'mono' },
      { key: 'destination_port', zh: '目的端口', en: 'Destination port', as: 'number' },
      { key: 'nat', zh: '转换后地址', en: 'Translated to', as: 'mono' },
      { key: 'bytes', zh: '流量', en: 'Traffic', as: 'bytes' },
      { key: 'expires_s', zh: '剩余时间', en: 'Expires in', as: 'seconds' },
      {
        key: 'seen_in',
        zh: '来源',
        en: 'Seen in',
        values: {
          conntrack: { zh: '连接跟踪', en: 'Connection tracking' },
          socket: { zh: '本机套接字', en: 'Socket of the host' },
        },
      },
    ],
  },
  wifi_stations: {
    zh: '无线终端',
    en: 'Wi-Fi stations',
    about: { zh: '关联到本机无线网络的终端', en: 'Clients associated with the Wi-Fi networks of this host' },
    columns: [
      { key: 'mac', zh: 'MAC 地址', en: 'MAC address', as: 'mono' },
      { key: 'ssid', zh: 'SSID', en: 'SSID' },
      { key: 'band', zh: '频段', en: 'Band' },
      { key: 'device', zh: '接口', en: 'Interface' },
      { key: 'signal_dbm', zh: '信号（dBm）', en: 'Signal (dBm)', as: 'number' },
      { key: 'connected_s', zh: '已连接', en: 'Connected for', as: 'seconds' },
      { key: 'inactive_s', zh: '空闲', en: 'Idle for', as: 'seconds' },
      { key: 'up_bytes', zh: '上行流量', en: 'Upload', as: 'bytes' },
      { key: 'down_bytes', zh: '下行流量', en: 'Download', as: 'bytes' },
      { key: 'up_kbps', zh: '上行速率（kbps）', en: 'Uplink rate (kbit/s)', as: 'number' },
      { key: 'down_kbps', zh: '下行速率（kbps）', en: 'Downlink rate (kbit/s)', as: 'number' },
    ],
  },
  system: {
    zh: '系统',
    en: 'System',
    about: { zh: '主机的型号、系统、负载和容量', en: 'Model, system, load and capacity of the host' },
    columns: [
      { key: 'item', zh: '项目', en: 'Item', values: items },
      { key: 'value', zh: '值', en: 'Value', by: { key: 'item', as: itemForms } },
    ],
  },
  services: {
    zh: '服务',
    en: 'Services',
    about: { zh: 'systemd 管理的服务', en: 'Services managed by systemd' },
    columns: [
      { key: 'unit', zh: '服务', en: 'Service' },
      { key: 'load', zh: '加载', en: 'Loaded' },
      {
        key: 'active',
        zh: '状态',
        en: 'Active',
        values: {
          active: { zh: '运行', en: 'Active' },
          inactive: { zh: '停止', en: 'Inactive' },
          failed: { zh: '失败', en: 'Failed' },
        },
      },
      { key: 'sub', zh: '子状态', en: 'Sub-state' },
      { key: 'description', zh: '说明', en: 'Description' },
    ],
  },
  log_tail: {
    zh: '系统日志',
    en: 'System log',
    about: { zh: '最近的系统日志，新的在前', en: 'The latest entries of the system log, newest first' },
    columns: [
      { key: 'time', zh: '时间', en: 'Time', as: 'time' },
      { key: 'severity', zh: '级别', en: 'Severity', values: severities },
      { key: 'source', zh: '来源', en: 'Source' },
      { key: 'text', zh: '内容', en: 'Message' },
    ],
  },
} as const satisfies Record<string, CgiQuery>

export type CgiType = keyof typeof cgiCatalogue
export type CgiCell = string | number | null
/** One row of a query: a cell for every column it knows; a missing one is unknown. */
export type CgiRow<T extends CgiType = CgiType> = {
  readonly [K in (typeof cgiCatalogue)[T]['columns'][number]['key']]?: CgiCell | undefined
}
export const cgiTypes = Object.keys(cgiCatalogue) as CgiType[]
