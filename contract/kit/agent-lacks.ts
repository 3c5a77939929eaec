import type { Words } from './text.ts'

/** Missing tools of a Linux host, by the names in `capabilities["x-belvedere"].missing`, and the functions that are lost. */
export const agentLacks = {
  root: {
    zh: '未以 root 运行：不能重启、恢复配置，连接表和日志可能不全',
    en: 'Not running as root: no reboot, no restore; connections and logs may be incomplete',
  },
  ip: {
    zh: '缺少 iproute2（ip）：改读 /proc，信息较少',
    en: 'iproute2 (ip) is missing: /proc is read instead and has less detail',
  },
  bridge: {
    zh: '缺少 bridge 命令：无法得知终端所在的网桥端口',
    en: 'The bridge tool is missing: ports behind bridges are unknown',
  },
  ping: { zh: '缺少 ping 命令：不能执行 Ping', en: 'The ping tool is missing: no ping' },
  traceroute: {
    zh: '缺少 traceroute、tracepath、mtr 和 ping：不能执行路由跟踪',
    en: 'traceroute, tracepath, mtr and ping are missing: no route tracing',
  },
  pty: {
    zh: '缺少 script 和 python3：远程终端没有伪终端',
    en: 'script and python3 are missing: the remote shell has no terminal',
  },
  conntrack: {
    zh: '没有连接跟踪表：只列出本机的连接',
    en: 'There is no connection tracking table: only sockets of the host are listed',
  },
  accounting: {
    zh: '内核未统计连接流量（nf_conntrack_acct）：没有应用流量和有线终端流量',
    en: 'The kernel does not count connection traffic (nf_conntrack_acct): no traffic by application or wired terminal',
  },
  dnsmasq: { zh: '没有 dnsmasq 租约文件：没有 DHCP 租约', en: 'There is no dnsmasq lease file: no DHCP leases' },
  lldpd: { zh: '缺少 lldpd：没有 LLDP 邻居', en: 'lldpd is missing: no LLDP neighbours' },
  wifi: {
    zh: '有无线网卡，但缺少 iw 和 hostapd_cli：没有无线终端',
    en: 'There are radios, but iw and hostapd_cli are missing: no Wi-Fi stations',
  },
  systemd: {
    zh: '系统不是由 systemd 管理：没有服务列表',
    en: 'The host is not managed by systemd: no list of services',
  },
  log: { zh: '没有 journald，也没有可读的系统日志文件', en: 'There is neither a journal nor a readable log file' },
} as const satisfies Record<string, Words>

export type AgentLack = keyof typeof agentLacks
