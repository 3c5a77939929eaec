import { readFileSync } from 'node:fs'
import { networkInterfaces, totalmem } from 'node:os'
import { expect, test } from 'vitest'
import { hasTool } from '../host/run-tool.ts'
import { socketsOf, trackedOf } from './connections.ts'
import { allStationsOf, statusOf } from './hostapd.ts'
import { accessPointsOf, stationsOf, surveyOf } from './iw.ts'
import { leasesOf } from './leases.ts'
import { linkFromSys, readLinks } from './links.ts'
import { peersOf } from './lldp.ts'
import { fromArp } from './neighbours.ts'
import { fromProc4, fromProc6, readRoutes, wanDevices } from './routes.ts'

import { busyShare, coreTimes, memoryOf } from './unit.ts'

test('interfaces agree with the C library', async () => {
  const links = await readLinks()
  for (const [name, infos] of Object.entries(networkInterfaces())) {
    const own = links.find((link) => link.name === name)?.addresses.map((address) => address.address) ?? []
    for (const info of infos ?? []) expect(own).toContain(info.address)
  }
})

test.runIf(hasTool('ip'))('without the ip tool, /sys gives the same data', async () => {
  for (const link of await readLinks()) {
    const { counters, addresses, ...other } = await linkFromSys(link.name)
    expect(other).toMatchObject({ name: link.name, mtu: link.mtu, enabled: link.enabled, physical: false })
    expect(counters.rx_bytes).toBeGreaterThanOrEqual(link.counters.rx_bytes)
    if (link.enabled && link.carrier)
      expect(addresses.map((a) => a.address)).toEqual(expect.arrayContaining(link.addresses.map((a) => a.address)))
  }
})

test.runIf(hasTool('ip'))('without the ip tool, /proc gives the same default routes', async () => {
  const printed = await readRoutes()
  const proc = [
    ...fromProc4(readFileSync('/proc/net/route', 'utf8')),
    ...fromProc6(readFileSync('/proc/net/ipv6_route', 'utf8')),
  ]
  expect(wanDevices(proc)).toEqual(wanDevices(printed))
  const shown = printed
    .filter((route) => route.family === 4)
    .map((route) => route.destination)
    .sort()
  expect(
    proc
      .filter((route) => route.family === 4)
      .map((route) => route.destination)
      .sort(),
  ).toEqual(shown)
})

test('routes of /proc, both families', () => {
  const four =
    'Iface\tDestination\tGateway\tFlags\tRefCnt\tUse\tMetric\tMask\tMTU\tWindow\tIRTT\neth0\t00000000\t010200C0\t0003\t0\t0\t100\t00000000\t0\t0\t0\n'
  expect(fromProc4(four)).toEqual([
    { family: 4, destination: 'default', gateway: '192.0.2.1', device: 'eth0', metric: 100 },
  ])
  const six =
    '20010db8000700000000000000000000 40 00000000000000000000000000000000 00 00000000000000000000000000000000 00000100 00000001 00000000 00000001   br-lan\n'
  expect(fromProc6(six)).toEqual([{ family: 6, destination: '2001:db8:7::/64', device: 'br-lan', metric: 256 }])
})

test('the ARP table, with a neighbour that does not reply', () => {
  const table = `IP address       HW type     Flags       HW address            Mask     Device
192.0.2.1        0x1         0x2         02:FC:00:00:00:05     *        eth0
192.0.2.9        0x1         0x0         00:00:00:00:00:00     *        eth0
`
  expect(fromArp(table)).toEqual([
    { address: '192.0.2.1', mac: '02:fc:00:00:00:05', device: 'eth0', state: 'REACHABLE', router: false },
    { address: '192.0.2.9', device: 'eth0', state: 'INCOMPLETE', router: false },
  ])
})

test('memory is the kernel’s, in bytes', () => {
  const { total, available } = memoryOf(readFileSync('/proc/meminfo', 'utf8'))
  expect(total).toBe(totalmem())
  expect(available).toBeLessThan(total)
})

test('processor load is the busy share between two readings', () => {
  const before = coreTimes('cpu  100 0 100 800 0 0 0 0 0 0\ncpu0 100 0 100 800 0 0 0 0 0 0\nintr 1')
  const after = coreTimes('cpu  150 0 100 840 10 0 0 0 0 0\ncpu0 150 0 100 840 10 0 0 0 0 0\n')
  expect(busyShare(before, after)).toEqual([50, 50])
  expect(busyShare(after, after)).toEqual([0, 0])
  expect(busyShare(before, after.slice(1))).toBeUndefined()
})

test('leases of dnsmasq, with a client without a name and one of DHCPv6', () => {
  const table = `1795238462 b8:27:eb:44:55:66 192.168.7.138 nas 01:b8:27:eb:44:55:66
0 06-3c:22:fb:10:20:30 192.168.7.106 * *
duid 00:01:00:01:2f
1795238470 30281 2001:db8:7::9a laptop 00:01:00:01:aa
`
  expect(leasesOf(table)).toEqual([
    { address: '192.168.7.138', mac: 'b8:27:eb:44:55:66', hostname: 'nas', expires: 1_795_238_462, family: 4 },
    { address: '192.168.7.106', mac: '3c:22:fb:10:20:30', family: 4 },
    { address: '2001:db8:7::9a', hostname: 'laptop', expires: 1_795_238_470, family: 6, duid: '00:01:00:01:aa' },
  ])
})

// Output of a masquerading router; addresses are from the documentation ranges.
const tracked = `ipv4     2 icmp     1 29 src=192.168.7.138 dst=203.0.113.1 type=8 code=0 id=9010 src=203.0.113.1 dst=203.0.113.18 type=0 code=0 id=9010 mark=0 use=1
ipv4     2 tcp      6 431999 ESTABLISHED src=192.168.7.106 dst=198.51.100.7 sport=40112 dport=443 packets=9 bytes=900 src=198.51.100.7 dst=203.0.113.18 sport=443 dport=40112 packets=8 bytes=8000 [ASSURED] mark=0 zone=0 use=2
ipv4     2 udp      17 24 src=192.168.7.1 dst=192.168.7.106 sport=67 dport=68 [UNREPLIED] src=192.168.7.106 dst=192.168.7.1 sport=68 dport=67 mark=0 use=1
ipv4     2 unknown  2 591 src=192.168.7.1 dst=224.0.0.22 [UNREPLIED] src=224.0.0.22 dst=192.168.7.1 mark=0 use=1
conntrack v1.4.7 (conntrack-tools): 4 flow entries have been shown.
`

test('tracked connections, with translation and traffic of both directions', () => {
  const [icmp, tcp, udp, other] = trackedOf(tracked)
  expect(tcp).toEqual({
    protocol: 'tcp',
    state: 'ESTABLISHED',
    source: '192.168.7.106',
    source_port: 40_112,
    destination: '198.51.100.7',
    destination_port: 443,
    nat: '203.0.113.18:40112',
    bytes: 8900,
    expires_s: 431_999,
    seen_in: 'conntrack',
  })
  expect(icmp).toMatchObject({ protocol: 'icmp', nat: '203.0.113.18', expires_s: 29 })
  expect(udp).toMatchObject({ protocol: 'udp', state: 'UNREPLIED', expires_s: 24 })
  expect(udp?.nat).toBeUndefined()
  expect(other).toMatchObject({ protocol: 'ip 2', expires_s: 591 })
  expect(trackedOf(tracked)).toHaveLength(4)
})

test('sockets of the host, both families', () => {
  const four = 'sl local\n 0: 0100007F:1F90 00000000:0000 0A 0 0 0 0 0 1\n'
  expect(socketsOf('tcp', four)[0]).toMatchObject({
    protocol: 'tcp',
    state: 'LISTEN',
    source: '127.0.0.1',
    source_port: 8080,
    destination: '0.0.0.0',
  })
  const six = 'sl local\n 0: B80D0120000000000000000001000000:0016 00000000000000000000000000000000:0000 0A 0 0 0\n'
  expect(socketsOf('tcp6', six)[0]).toMatchObject({
    protocol: 'tcp',
    source: '2001:db8::1',
    source_port: 22,
    destination: '::',
  })
})

test('output of iw is parsed into access points, stations and air time', () => {
  const dev = `phy#0
	Interface wlan0
		ifindex 5
		wdev 0x1
		addr 0c:11:11:aa:00:02
		ssid Shop floor
		type AP
		channel 44 (5220 MHz), width: 80 MHz, center1: 5210 MHz
		txpower 20.00 dBm
	Interface wlan1
		addr 0c:11:11:aa:00:03
		type managed
		channel 6 (2437 MHz), width: 20 MHz
`
  expect(accessPointsOf(dev)).toEqual([
    {
      device: 'wlan0',
      ssid: 'Shop floor',
      bssid: '0c:11:11:aa:00:02',
      band: '5G',
      channel: 44,
      frequency: 5220,
      width_mhz: 80,
      tx_power_dbm: 20,
      stations: [],
    },
  ])
  const dump = `Station 3C:22:FB:10:20:30 (on wlan0)
	inactive time:	2300 ms
	rx bytes:	48211004
	rx packets:	210334
	tx bytes:	903114550
	tx packets:	801223
	tx retries:	12045
	tx failed:	17
	signal:  	-57 [-60, -58] dBm
	tx bitrate:	1020.6 MBit/s 80MHz HE-MCS 9 HE-NSS 2
	rx bitrate:	864.7 MBit/s 80MHz HE-MCS 8 HE-NSS 2
	connected time:	5120 seconds
`
  expect(stationsOf(dump)).toEqual([
    {
      mac: '3c:22:fb:10:20:30',
      connected_s: 5120,
      inactive_s: 2,
      signal_dbm: -57,
      rx_bytes: 48_211_004,
      tx_bytes: 903_114_550,
      rx_packets: 210_334,
      tx_packets: 801_223,
      tx_retries: 12_045,
      tx_failed: 17,
      rx_kbps: 864_700,
      tx_kbps: 1_020_600,
    },
  ])
  const survey =
    'Survey data from wlan0\n\tfrequency:\t\t5180 MHz\n\tnoise:\t-90 dBm\nSurvey data from wlan0\n\tfrequency:\t\t5220 MHz [in use]\n\tnoise:\t\t\t-96 dBm\n\tchannel active time:\t\t60000 ms\n\tchannel busy time:\t\t13800 ms\n'
  expect(surveyOf(survey)).toEqual({ noise_dbm: -96, active_ms: 60_000, busy_ms: 13_800 })
})

test('output of hostapd is parsed into the same data', () => {
  const status =
    'state=ENABLED\nfreq=5220\nchannel=44\nsecondary_channel=1\nvht_oper_chwidth=1\nbss[0]=wlan0\nbssid[0]=0c:11:11:aa:00:02\nssid[0]=Shop floor\n'
  expect(statusOf('wlan0', status)).toMatchObject({
    ssid: 'Shop floor',
    bssid: '0c:11:11:aa:00:02',
    band: '5G',
    channel: 44,
    width_mhz: 80,
  })
  const stations =
    '3c:22:fb:10:20:30\nflags=[AUTH][ASSOC]\nrx_packets=12\ntx_packets=8\nrx_bytes=1200\ntx_bytes=800\ninactive_msec=1999\nsignal=-61\nrx_rate_info=8647 vhtmcs 8\ntx_rate_info=60\nconnected_time=77\nb8:27:eb:44:55:66\nsignal=-70\n'
  expect(allStationsOf(stations)).toEqual([
    {
      mac: '3c:22:fb:10:20:30',
      connected_s: 77,
      inactive_s: 1,
      signal_dbm: -61,
      rx_bytes: 1200,
      tx_bytes: 800,
      rx_packets: 12,
      tx_packets: 8,
      rx_kbps: 864_700,
      tx_kbps: 6000,
    },
    { mac: 'b8:27:eb:44:55:66', signal_dbm: -70 },
  ])
})

test('output of lldpd is parsed into neighbours by port, and into nothing without neighbours', () => {
  const printed = {
    lldp: [
      {
        interface: [
          {
            name: 'wan0',
            via: 'LLDP',
            chassis: [
              {
                id: [{ type: 'mac', value: '24:fe:9a:00:00:07' }],
                name: [{ value: 'sw-1' }],
                descr: [{ value: 'Access switch' }],
                'mgmt-ip': [{ value: '10.20.0.2' }],
                capability: [
                  { type: 'Bridge', enabled: true },
                  { type: 'Router', enabled: false },
                ],
              },
            ],
            port: [{ id: [{ type: 'ifname', value: 'Ethernet7' }], descr: [{ value: 'uplink' }] }],
          },
        ],
      },
    ],
  }
  expect(Object.fromEntries(peersOf(printed))).toEqual({
    wan0: [
      {
        name: 'sw-1',
        mac: '24:fe:9a:00:00:07',
        description: 'Access switch',
        port_id: 'Ethernet7',
        port_descr: 'uplink',
        management_ips: ['10.20.0.2'],
        capability: ['Bridge'],
      },
    ],
  })
  for (const nothing of [undefined, null, {}, { lldp: [{}] }, { lldp: 'x' }]) expect(peersOf(nothing).size).toBe(0)
})
