import { expect, test } from 'vitest'
import { AppCounter, flowsOf } from './app-flows.ts'
import { DhcpClasses, DnsNames } from './dns-names.ts'

const line = (sent: number, answered: number, dst = '203.0.113.7', dport = 443, sport = 50_000) =>
  `ipv4     2 tcp      6 431999 ESTABLISHED src=192.168.1.20 dst=${dst} sport=${sport} dport=${dport} packets=9 bytes=${sent} ` +
  `src=${dst} dst=198.51.100.2 sport=${dport} dport=${sport} packets=9 bytes=${answered} [ASSURED] mark=0 zone=0 use=2`

test('a connection from inside has octets by direction, a connection within the site is ignored', () => {
  expect(flowsOf(line(100, 9000))).toMatchObject([{ outside: '203.0.113.7', port: 443, rx: 9000, tx: 100 }])
  expect(flowsOf(line(100, 9000, '192.168.7.1'))).toEqual([])
})

test('a connection to a forwarded port was opened from outside', () => {
  const forwarded =
    'tcp      6 300 ESTABLISHED src=203.0.113.9 dst=198.51.100.2 sport=40000 dport=554 packets=1 bytes=70 ' +
    'src=192.168.1.9 dst=203.0.113.9 sport=554 dport=40000 packets=1 bytes=8000 mark=0 use=1'
  expect(flowsOf(forwarded)).toMatchObject([{ protocol: 'tcp', outside: '203.0.113.9', port: 554, rx: 70, tx: 8000 }])
})

test('without counted octets there is no result', () => {
  expect(flowsOf(line(1, 1).replaceAll(/bytes=\S+ /g, ''))).toEqual([])
})

test('applications grow by the octets of their connections since the last reading', () => {
  const apps = new AppCounter((address) => (address === '203.0.113.7' ? 'v.douyinvod.com' : undefined))
  const look = (...lines: string[]) => apps.count(flowsOf(lines.join('\n')))
  // octets before the first reading are not counted
  look(line(100, 1000))
  look(line(150, 4000), line(10, 20, '203.0.113.8', 993))
  // a new connection with the same endpoints
  look(line(5, 50))
  expect(apps.list()).toEqual([
    { app: 'douyin', rx_bytes: 3050, tx_bytes: 55 },
    { app: 'mail', rx_bytes: 20, tx_bytes: 10 },
  ])
})

test('addresses belong to the requested name, through all its aliases', () => {
  const names = new DnsNames()
  names.learn(
    [
      'Nov 21 10:00:01 dnsmasq[7]: query[A] www.bilibili.com from 192.168.1.20',
      'Nov 21 10:00:01 dnsmasq[7]: reply www.bilibili.com is <CNAME>',
      'Nov 21 10:00:01 dnsmasq[7]: reply a.w.bilicdn1.com is <CNAME>',
      'Nov 21 10:00:01 dnsmasq[7]: reply b.cdn.example is 203.0.113.1',
      'Nov 21 10:00:01 dnsmasq[7]: reply b.cdn.example is 2001:DB8::1',
      'Nov 21 10:00:02 dnsmasq[7]: cached github.com is 203.0.113.2',
      'Nov 21 10:00:02 dnsmasq[7]: reply gone.example is NXDOMAIN',
    ].join('\n'),
  )
  expect(['203.0.113.1', '2001:db8::1', '203.0.113.2'].map((address) => names.nameOf(address))).toEqual([
    'www.bilibili.com',
    'www.bilibili.com',
    'github.com',
  ])
  expect(names.size).toBe(3)
})

test('a DHCP client has the class that it sends', () => {
  const classes = new DhcpClasses()
  classes.learn(
    [
      'Nov 21 10:00:01 dnsmasq-dhcp[7]: 187053 vendor class: MSFT 5.0',
      'Nov 21 10:00:01 dnsmasq-dhcp[7]: 99 vendor class: android-dhcp-14',
      'Nov 21 10:00:01 dnsmasq-dhcp[7]: 187053 DHCPREQUEST(br0) 192.168.1.20 10:00:20:00:00:01 ',
      'Nov 21 10:00:01 dnsmasq-dhcp[7]: 187053 DHCPACK(br0) 192.168.1.20 10:00:20:00:00:01 DESKTOP-1',
    ].join('\n'),
  )
  expect(classes.classOf('10:00:20:00:00:01')).toBe('MSFT 5.0')
})
