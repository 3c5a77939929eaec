/** For tests: every member name a compiled document may have, as the clients define them. */
export const knownMembers: ReadonlySet<string> = new Set(
  `unit name hostname timezone leds-active system-password random-password interfaces role services vlan id ethernet select-ports
  vlan-tag macaddr ipv4 addressing subnet gateway use-dns dhcp lease-first lease-count lease-time broad-band protocol user-name
  password ssids bss-mode wifi-bands hidden-ssid isolate-clients maximum-clients encryption proto key ieee80211w radius
  authentication host port secret rate-limit ingress-rate egress-rate access-control-list mode mac-address radios band channel
  channel-width channel-mode require-mode legacy-rates country tx-power allow-dfs enable enabled speed duplex poe admin-mode
  power-limit switch port-isolation sessions uplink downlink interface-list ssh lldp mdns ntp log http telnet servers describe
  location prefix nexthop loop-detection instances metrics statistics interval types health realtime third-party acme kept`.split(
    /\s+/,
  ),
)
