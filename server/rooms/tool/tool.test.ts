import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { Access } from '../../kernel/access.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { foundTeam } from '../account/api.ts'

let server: TestServer
let token: string
let other: string

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
  const at = { db: server.system.db, access: Access.system }
  await foundTeam(at, { team: 'other', account: 'other', password: 'Testing-2026', now: server.system.now() })
  other = await server.signIn('other', 'Testing-2026')
})
afterAll(() => server?.close())

const ask = (at: `${string} ${string}`, payload: object, who = token) =>
  server.call(who, at, { lang: 'en', ...payload })

describe('GET tool/ip-query', () => {
  const ip = async (request: string, lang = 'en') => (await ask('GET tool/ip-query', { ip: request, lang })).data

  test('returns place and carrier in the language of the caller', async () => {
    expect(await ip(' 202.96.209.133 ')).toMatchObject({
      ip: '202.96.209.133',
      country: 'China',
      province: 'Shanghai',
      city: 'Shanghai',
      isp: 'China Telecom',
      kind: 'public',
      note: '',
    })
    expect(await ip('202.96.209.133', 'cn')).toMatchObject({
      country: '中国',
      province: '上海',
      city: '上海市',
      isp: '中国电信',
    })
    expect(await ip('8.8.8.8')).toMatchObject({ country: 'United States', isp: 'Google LLC', asn: 15169 })
    expect(await ip('2409:8A55:1::1', 'cn')).toMatchObject({
      ip: '2409:8a55:1::1',
      country: '中国',
      province: '广东',
      isp: '中国移动',
    })
  })

  test.each([
    ['10.1.2.3', 'private', '10.0.0.0/8'],
    ['172.31.255.255', 'private', '172.16.0.0/12'],
    ['172.32.0.0', 'public', ''],
    ['100.64.0.1', 'shared', '100.64.0.0/10'],
    ['127.0.0.1', 'loopback', '127.0.0.0/8'],
    ['169.254.3.4', 'link_local', '169.254.0.0/16'],
    ['203.0.113.9', 'documentation', '203.0.113.0/24'],
    ['224.0.0.251', 'multicast', '224.0.0.0/24'],
    ['239.255.255.250', 'multicast', '239.0.0.0/8'],
    ['0.0.0.0', 'unspecified', '0.0.0.0/32'],
    ['255.255.255.255', 'broadcast', '255.255.255.255/32'],
    ['240.0.0.1', 'reserved', '240.0.0.0/4'],
    ['::', 'unspecified', '::/128'],
    ['::1', 'loopback', '::1/128'],
    ['fe80::1%eth0', 'link_local', 'fe80::/10'],
    ['fd12:3456::1', 'private', 'fc00::/7'],
    ['2001:db8::1', 'documentation', '2001:db8::/32'],
    ['ff02::fb', 'multicast', 'ff02::/16'],
    ['4000::1', 'reserved', '::/0'],
  ])('%s is %s (%s) and is explained instead of located', async (request, kind, block) => {
    const told = await ip(request)
    expect(told).toMatchObject({ kind, block })
    expect(told.note === '').toBe(kind === 'public')
    if (kind !== 'public') expect(told).toMatchObject({ country: '', province: '', city: '', isp: '', asn: 0 })
  })

  test.each([
    ['2002:808:808::1', '8.8.8.8', 'Google LLC'],
    ['64:ff9b::8.8.8.8', '8.8.8.8', 'Google LLC'],
    ['::ffff:192.168.1.1', '192.168.1.1', ''],
  ])('%s contains %s', async (request, embedded, isp) => {
    expect(await ip(request)).toMatchObject({ kind: 'transition', embedded, isp })
  })

  test('without an address it uses the caller’s', async () => {
    expect((await ask('GET tool/ip-query', {})).data).toMatchObject({ ip: '127.0.0.1', kind: 'loopback' })
  })

  test('refuses an invalid address, with the field', async () => {
    expect(await ask('GET tool/ip-query', { ip: '1.2.3.4.5' })).toMatchObject({
      code: 10702,
      data: { fields: { ip: 'This is not an IPv4 or IPv6 address' } },
    })
    expect((await ask('GET tool/ip-query', { ip: '1'.repeat(65) })).code).toBe(10001)
  })
})

describe('GET tool/mac-query', () => {
  const mac = async (request: string, lang = 'en', who = token) =>
    (await ask('GET tool/mac-query', { mac: request, lang }, who)).data

  test('returns the manufacturer, the block and the known name', async () => {
    expect(await mac('00259e123456')).toMatchObject({
      mac: '00:25:9e:12:34:56',
      corp: 'Huawei',
      kind: 'maker',
      block: 'MA-L',
      prefix: '00:25:9e',
      note: '',
      seen: [],
    })
    expect((await mac('00259e123456', 'cn')).corp).toBe('华为')
    expect((await mac('00259e')).company).toMatch(/^HUAWEI/i)
  })

  test('finds the narrow blocks inside those of the registry itself', async () => {
    expect(await mac('FC-E4-98-E1-23-45')).toMatchObject({
      block: 'MA-M',
      prefix: 'fc:e4:98:e',
      corp: 'TIH Microelectronics Technology',
    })
    expect(await mac('001bc5000123')).toMatchObject({
      block: 'MA-S',
      company: 'Converging Systems Inc.',
      corp: 'Converging Systems',
    })
  })

  test.each([
    ['da1ab2c3d4e5', 'local', /randomised|random/],
    ['01005e0000fb', 'group', /IPv4 multicast/],
    ['333300000001', 'group', /IPv6 multicast/],
    ['0180c200000e', 'group', /LLDP/],
    ['ffffffffffff', 'broadcast', /every device/],
    ['00005e000107', 'maker', /VRRP/],
    ['fcfffe000000', 'unknown', /no such prefix/],
  ])('%s is of kind %s', async (request, kind, note) => {
    const told = await mac(request)
    expect(told.kind).toBe(kind)
    expect(told.note).toMatch(note)
  })

  test('returns where the caller’s own terminals have it, and no others', async () => {
    const scene_id = (await ask('POST scene', { name: 'Hotel' })).data.id
    const { db } = server.system
    await db.run(
      sql`insert into device (id, serial, scene_id, type, name, claimed_at) values (77, '0c1111aa0077', ${scene_id}, 1, 'Lobby', 0)`,
    )
    await db.run(sql`insert into device_state (device_id) values (77) on conflict do nothing`)
    await db.run(sql`insert into terminal (scene_id, mac, device_id, link, rank, online, since, first_seen, last_seen, hostname)
      values (${scene_id}, '3c:22:fb:10:20:30', 77, 1, 3, false, 0, 0, 1700000000, 'Anna')`)
    expect((await mac('3c22fb102030')).seen).toMatchObject([
      {
        scene_name: 'Hotel',
        device_name: 'Lobby',
        device_sn: '0c1111aa0077',
        device_type: 1,
        hostname: 'Anna',
        online: 0,
        last_seen: 1700000000,
      },
    ])
    expect((await mac('3c22fb102030', 'en', other)).seen).toEqual([])
    expect((await mac('3c22fb')).seen).toEqual([])
  })

  test.each(['00259', '00259e1234567', '00259g', 'not a mac'])('refuses %j with the field', async (input) => {
    expect(await ask('GET tool/mac-query', { mac: input })).toMatchObject({
      code: 10705,
      data: { fields: { mac: expect.stringContaining('hexadecimal') } },
    })
  })
})

describe('POST tool/cidr', () => {
  test('mode 0 divides; keys contain the index of the requirement', async () => {
    const { data } = await ask('POST tool/cidr', {
      mode: 0,
      ip: '192.168.1.0',
      ip_length: 24,
      ip_count_0: 10,
      ip_count_1: 100,
      ip_count_5: 2,
    })
    expect(data).toEqual({
      subnet_0: '192.168.1.128/28',
      subnet_start_0: '192.168.1.129',
      subnet_end_0: '192.168.1.142',
      subnet_1: '192.168.1.0/25',
      subnet_start_1: '192.168.1.1',
      subnet_end_1: '192.168.1.126',
      subnet_5: '192.168.1.144/30',
      subnet_start_5: '192.168.1.145',
      subnet_end_5: '192.168.1.146',
    })
  })

  test('reports how many addresses are missing', async () => {
    const refused = await ask('POST tool/cidr', {
      mode: 0,
      ip: '192.168.1.9',
      ip_length: 24,
      ip_count_0: 200,
      ip_count_1: 20,
    })
    expect(refused).toMatchObject({ code: 10707, data: { needed: 288, short: 32 } })
    expect(refused.msg).toBe('Not enough space: the subnets need 288 addresses, 192.168.1.0/24 has 256; 32 are missing')
  })

  test.each([
    [{ ip_count_0: 0 }, 10001],
    [{ ip_count_0: 10000 }, 10001],
    [{ ip_count_64: 1 }, 10706],
    [{}, 10706],
    [{ ip_count_0: 1, ip: '1.2.3' }, 10703],
    [{ ip_count_0: 1, ip_length: 33 }, 10001],
  ])('refuses %j with %i', async (given, code) => {
    expect((await ask('POST tool/cidr', { mode: 0, ip: '10.0.0.0', ip_length: 8, ...given })).code).toBe(code)
  })

  test.each([
    [24, '192.168.1.0', '192.168.1.255', '255.255.255.0', 254, '192.168.1.1', '192.168.1.254'],
    [31, '192.168.1.76', '', '255.255.255.254', 2, '192.168.1.76', '192.168.1.77'],
    [32, '192.168.1.77', '', '255.255.255.255', 1, '192.168.1.77', '192.168.1.77'],
    [0, '0.0.0.0', '255.255.255.255', '0.0.0.0', 4294967294, '0.0.0.1', '255.255.255.254'],
  ])('mode 1 calculates /%i', async (mask_num, network_ip, broadcast_ip, mask, ip_count, first_ip, last_ip) => {
    const { data } = await ask('POST tool/cidr', { mode: 1, ip: '192.168.1.77', mask_num })
    expect(data).toEqual({ network_ip, broadcast_ip, mask, ip_count, first_ip, last_ip })
  })
})

describe('POST tool/calc-ipv6', () => {
  test('returns network, first and last address', async () => {
    expect((await ask('POST tool/calc-ipv6', { ipv6: '2001:DB8::1234:5678:9ABC', prefix_num: 85 })).data).toEqual({
      network_ip: '2001:db8::1000:0:0',
      first_ip: '2001:db8::1000:0:0',
      last_ip: '2001:db8::17ff:ffff:ffff',
    })
  })

  test.each([
    [{ ipv6: '1.2.3.4', prefix_num: 85 }, 10704],
    [{ ipv6: '::', prefix_num: 129 }, 10001],
  ])('refuses %j with %i', async (given, code) => {
    expect((await ask('POST tool/calc-ipv6', given)).code).toBe(code)
  })
})
