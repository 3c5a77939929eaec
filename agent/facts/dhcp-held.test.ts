import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { interfacesOf, isHeld, leasesIn, readHeld } from './dhcp-held.ts'

const root = mkdtempSync(join(tmpdir(), 'belvedere-leases-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const keep = (path: string, text: string) => {
  mkdirSync(dirname(root + path), { recursive: true })
  writeFileSync(root + path, text)
}
const dhclient = (name: string, address: string) =>
  `lease {\n  interface "${name}";\n  fixed-address ${address};\n  option routers 192.0.2.1;\n}\n`

test.each([
  ['dhclient', 'dhclient\0-4\0-v\0-pf\0/run/dhclient.eth0.pid\0eth0\0', true],
  ['a client in busybox', '/bin/busybox\0udhcpc\0-i\0eth0\0-p\0/run/u.pid\0', true],
  ['udhcpc', 'udhcpc\0-R\0-n\0-i\0eth0\0', true],
  ['dhcpcd', '/usr/sbin/dhcpcd\0-q\0eth0\0', true],
  ['a client of another interface', 'udhcpc\0-i\0eth1\0', false],
  ['a client for IPv6', 'dhclient\0-6\0eth0\0', false],
  ['a server', 'dnsmasq\0-i\0eth0\0', false],
  ['an editor', 'vi\0dhclient\0eth0\0', false],
])('%s', (_, line, holds) => expect(interfacesOf(line).includes('eth0')).toBe(holds))

test('the last lease of each interface is used', () => {
  const text = dhclient('eth0', '192.0.2.6') + dhclient('eth1', '10.0.0.3') + dhclient('eth0', '192.0.2.7')
  expect(leasesIn(text)).toEqual(['eth0 192.0.2.7', 'eth1 10.0.0.3'])
})

test('finds exactly the addresses assigned by systemd-networkd, NetworkManager and dhclient', async () => {
  keep('/run/systemd/netif/leases/2', '# This is private data.\nADDRESS=192.0.2.2\nNETMASK=255.255.255.0\n')
  keep('/var/lib/NetworkManager/internal-6a3e-11-eth3.lease', '# private\nADDRESS=192.0.2.3\n')
  keep('/var/lib/NetworkManager/dhclient-6a3e-eth4.lease', dhclient('eth4', '192.0.2.4'))
  keep('/var/lib/dhcp/dhclient.leases', dhclient('eth5', '192.0.2.5'))
  const held = await readHeld(root)
  const of = (name: string, address: string) => isHeld(held, name, address)
  expect([of('e2', '192.0.2.2'), of('eth3', '192.0.2.3'), of('eth4', '192.0.2.4'), of('eth5', '192.0.2.5')]).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect([of('e2', '192.0.2.99'), of('eth3', '192.0.2.4'), of('eth5', '192.0.2.6')]).toEqual([false, false, false])
})
