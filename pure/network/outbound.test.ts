import { describe, expect, test } from 'vitest'
import { type Allowance, forbidden, isInside, mayBeListed, parseNetwork, placeOfAddress } from './outbound.ts'

const nets = (...list: string[]) => list.map((one) => parseNetwork(one)!)
const nothing: Allowance = { public: false, private: false, listed: [], trusted: [], own: [] }
/** The widest policy that an administrator can set in the console. */
const wide: Allowance = { ...nothing, public: true, private: true, listed: nets('0.0.0.0/0', '::/0') }
/** The widest policy that the operator of the machine can set. */
const widest: Allowance = { ...wide, trusted: nets('0.0.0.0/0', '::/0', '127.0.0.0/8', '::1', '169.254.0.0/16') }

describe('addresses that no policy allows', () => {
  test.each([
    ['unspecified', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['link-local', '169.254.7.7'],
    ['metadata', '169.254.169.254'],
    ['metadata in shared space', '100.100.100.200'],
    ['metadata at a public address', '168.63.129.16'],
    ['metadata of IPv6', 'fd00:ec2::254'],
    ['metadata of IPv6, written out', 'FD00:0EC2:0:0:0:0:0:254'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified IPv6', '::'],
    ['link-local IPv6', 'fe80::1'],
    ['site-local IPv6', 'fec0::1'],
    ['multicast IPv6', 'ff02::1'],
    ['not global unicast', '4000::1'],
    ['IPv4-mapped metadata', '::ffff:169.254.169.254'],
    ['IPv4-mapped in hexadecimal', '::ffff:a9fe:a9fe'],
    ['IPv4-translated metadata', '::ffff:0:a9fe:a9fe'],
    ['IPv4-compatible', '::169.254.169.254'],
    ['NAT64 metadata', '64:ff9b::169.254.169.254'],
    ['NAT64 of a local prefix', '64:ff9b:1::a9fe:a9fe'],
    ['6to4 metadata', '2002:a9fe:a9fe::1'],
    ['Teredo', '2001:0:a9fe:a9fe::1'],
    ['public, IPv4-mapped', '::ffff:8.8.8.8'],
  ])('%s: %s', (_, address) => expect(forbidden(address, widest)).toBe('never'))
})

describe('loopback in any notation only where the machine’s operator lists loopback', () => {
  const loopback = ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1', '64:ff9b::7f00:1']
  test.each([...loopback, '2002:7f00:1::', '::127.0.0.1'])('%s', (address) => {
    expect(forbidden(address, wide)).toBe('itself')
    expect(forbidden(address, { ...wide, trusted: nets('0.0.0.0/0', '::/0') })).toBe('itself')
    expect(forbidden(address, widest)).toBeUndefined()
  })
})

test('notations that other programs read as an address are rejected', () => {
  for (const one of [
    '0177.0.0.1',
    '2130706433',
    '0x7f.1',
    '127.1',
    '0x7f000001',
    '1.2.3.4.5',
    'fe80::1%eth0',
    'localhost',
    '',
    ' 10.0.0.1',
    '10.0.0.1\n',
  ])
    expect(forbidden(one, widest), one).toBe('notAnAddress')
})

test('addresses of the machine itself must be listed one by one, and by its operator', () => {
  const own = { ...wide, own: ['192.168.1.5', '2400:3200::5'] }
  for (const one of ['192.168.1.5', '::ffff:192.168.1.5', '64:ff9b::c0a8:105', '2400:3200:0::5'])
    expect(forbidden(one, own), one).toBe('itself')
  expect(forbidden('192.168.1.6', own)).toBeUndefined()
  expect(forbidden('192.168.1.5', { ...own, trusted: nets('192.168.1.0/24') })).toBe('itself')
  expect(forbidden('192.168.1.5', { ...own, trusted: nets('192.168.1.5') })).toBeUndefined()
})

test('private and public networks only as the policy allows', () => {
  for (const one of [
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '100.64.0.1',
    'fd00::1',
    '::ffff:10.0.0.1',
    '8.8.8.8',
    '2400:3200::1',
  ])
    expect(forbidden(one, nothing), one).toBe('notListed')
  expect(forbidden('8.8.8.8', { ...nothing, public: true })).toBeUndefined()
  expect(forbidden('64:ff9b::808:808', { ...nothing, public: true }), 'IPv4 behind NAT64').toBeUndefined()
  expect(forbidden('10.1.2.3', { ...nothing, public: true })).toBe('notListed')
  const listed = { ...nothing, listed: nets('10.1.0.0/16', 'fd12::/16') }
  expect(forbidden('10.1.255.255', listed)).toBeUndefined()
  expect(forbidden('::ffff:10.1.2.3', listed), 'one address, two spellings').toBeUndefined()
  expect(forbidden('10.2.0.0', listed)).toBe('notListed')
  expect(forbidden('fd12::9', listed)).toBeUndefined()
  expect(forbidden('fd13::9', listed)).toBe('notListed')
})

test('values that the console accepts in a list', () => {
  for (const one of ['public', '10.0.0.0/8', '192.168.1.7', 'fd00::/8', '203.0.113.0/24', '0.0.0.0/0'])
    expect(mayBeListed(one), one).toBe(true)
  for (const one of [
    '127.0.0.1',
    '169.254.0.0/16',
    '::1',
    'fe80::/10',
    '10.0.0.0/33',
    '10.0.0.0/08',
    'all',
    '224.0.0.0/4',
  ])
    expect(mayBeListed(one), one).toBe(false)
})

test('internal addresses', () => {
  expect(isInside('172.32.0.1')).toBe(false)
  expect(isInside('nonsense')).toBe(true)
  expect(placeOfAddress('64:ff9b::a00:1')).toBe('private')
})
