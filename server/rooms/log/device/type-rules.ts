import type { IdOf } from '@belvedere/contract/kit/define-enum.ts'
import type { deviceLogType } from '@belvedere/contract/rooms/log/enums.ts'
import type { LogLine } from '@belvedere/drivers/kit/facts.ts'

export type DeviceLogType = IdOf<typeof deviceLogType>

/** A line of `type`: written by one of these programs, or, where both are given, also containing this text. */
interface TypeRule {
  readonly type: DeviceLogType
  readonly program?: RegExp
  readonly text?: RegExp
  /** It may cause alarms: the line is published to other rooms. */
  readonly heard?: true
}

/** Tried in this order; a line without a match has the type system. */
export const typeRules: readonly TypeRule[] = [
  {
    type: 'ddos',
    text: /\b(?:syn[ _-]?flood|possible syn flooding|udp[ _-]?flood|icmp[ _-]?flood|dns amplification|ddos|port[ -]?scan|arp[ -]?spoof|land attack|ping of death|smurf|teardrop|attack (?:detected|from))/i,
    heard: true,
  },
  {
    type: 'pppoe',
    program: /^(?:pppd|pppoe|rp-pppoe|mpd5?|xl2tpd-pppoe|accel-ppp\w*)$/i,
    heard: true,
  },
  {
    type: 'pppoe',
    text: /\bpppo?e?d?\b.*\b(?:PAP|CHAP|LCP|PADI|PADO|PADS|PADT|IPCP|discovery|authentication)\b/i,
    heard: true,
  },
  {
    type: 'acc',
    program:
      /^(?:sshd(?:-session)?|dropbear|login|su|sudo|telnetd|in\.telnetd|systemd-logind|luci|uhttpd|webui|httpd|vsftpd)$/i,
    heard: true,
  },
  {
    type: 'acc',
    text: /\b(?:failed password|accepted (?:password|publickey)|authentication failure|auth succeeded for|password attempt for|login (?:succeeded|failed|failure|attempt)|logged (?:in|out)|session opened for user)\b/i,
    heard: true,
  },
  {
    type: 'arp',
    text: /\b(?:arp\b|duplicate (?:ip|address)|ip address conflict|address conflict|gratuitous)/i,
    heard: true,
  },
  {
    type: 'tg',
    program:
      /^(?:openvpn.*|charon.*|ipsec|strongswan|racoon|pluto|xl2tpd|pptpd?|wireguard|wg-quick|zerotier.*|tailscaled|vxlan)$/i,
  },
  { type: 'tg', text: /\b(?:wireguard|ipsec|ike(?:v[12])?|l2tp|pptp|openvpn|gre tunnel|vpn)\b/i },
  { type: 'pg2', program: /^(?:fw[34]|firewall(?:d)?|nftables|iptables|ufw|ulogd|filterlog|pf)$/i },
  {
    type: 'pg2',
    text: /\b(?:SRC=\S+ DST=\S+|UFW (?:BLOCK|ALLOW|AUDIT)|firewall|access-list|acl (?:deny|permit)|(?:DROP|REJECT|DENY)(?:ED)?\b.*\b(?:IN|SRC)=)/i,
  },
  {
    type: 'mrzc',
    program:
      /^(?:hostapd|wpa_supplicant|dnsmasq-dhcp|dnsmasq|dhcpd|kea.*|odhcpd|radiusd|freeradius|chilli|nodogsplash|opennds|uspot)$/i,
  },
  {
    type: 'mrzc',
    text: /\b(?:DHCP(?:ACK|REQUEST|DISCOVER|OFFER|NAK|RELEASE)|associated|disassociated|deauthenticated|AP-STA-(?:DIS)?CONNECTED|802\.1x|dot1x|captive portal|sta [0-9a-f]{2}(?::[0-9a-f]{2}){5})\b/i,
  },
  {
    type: 'wan',
    program: /^(?:netifd|dhclient|udhcpc|dhcpcd|odhcp6c|mwan3.*|NetworkManager|systemd-networkd|wwan|ModemManager)$/i,
  },
  { type: 'wan', text: /\b(?:wan\d*|uplink|default route|link (?:is )?(?:up|down)|carrier)\b/i },
]

/** The first matching rule of a line; undefined: the type is system, and nothing follows from it. */
export function ruleOf({ program, text }: Pick<LogLine, 'program' | 'text'>): TypeRule | undefined {
  return typeRules.find((rule) => (rule.program?.test(program) ?? true) && (rule.text?.test(text) ?? true))
}
