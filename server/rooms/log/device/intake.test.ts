import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { deviceEvent, type DeviceEventReport, type LogReport } from '../../../devices/device-link.ts'
import { eventSubject } from '../../../kernel/event.ts'
import { introduce, openLogIntake } from '../../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../../kernel/test-server.ts'
import { dropOld } from './partitions.job.ts'
import { ruleOf } from './type-rules.ts'

let server: TestServer
let scene_id = 0
let device_id = 0
beforeAll(async () => {
  server = await startTestServer()
  const token = await server.signIn()
  const { data } = await server.call(token, 'POST scene', { name: 'Logs' })
  scene_id = data.id
  device_id = (await introduce(server.system, '0c1111aa0001')).device_id
})
afterAll(() => server.close())

const report = (lines: [at: number, severity: number, program: string, text: string][], more = {}): LogReport => ({
  device_id,
  scene_id,
  source: '',
  at: server.system.now(),
  lines: lines.map(([at, severity, program, text]) => ({ at, severity, program, text })),
  ...more,
})
const stored = () =>
  server.system.db.rows<Record<string, unknown>>(
    sql`select at, device_id, type, severity, source, program, text from device_log order by id`,
  )

test('lines have the type of the first matching rule', () => {
  const typeOf = (program: string, text: string) => ruleOf({ program, text })?.type ?? 'sys'
  expect(
    Object.fromEntries(
      (
        [
          ['kernel', 'TCP: request_sock_TCP: Possible SYN flooding on port 443. Sending cookies.'],
          ['pppd', 'PAP authentication failed'],
          ['sshd', 'Failed password for root from 192.0.2.7 port 5022 ssh2'],
          ['', '%SEC_LOGIN-5-LOGIN_SUCCESS: login succeeded for admin'],
          ['kernel', 'arp: 192.0.2.1 moved from 02:00:00:00:00:01 to 02:00:00:00:00:02'],
          ['charon', '12[IKE] IKE_SA site[1] established'],
          ['kernel', '[UFW BLOCK] IN=eth0 OUT= SRC=198.51.100.9 DST=192.0.2.2'],
          ['dnsmasq-dhcp', 'DHCPACK(br-lan) 192.168.1.7 02:00:00:00:00:07 phone'],
          ['hostapd', 'phy0-ap0: STA 02:00:00:00:00:07 IEEE 802.11: associated'],
          ['netifd', "Interface 'wan' is now up"],
          ['crond', 'USER root pid 99 cmd /usr/bin/true'],
        ] as const
      ).map(([program, text]) => [`${program} ${text.slice(0, 12)}`, typeOf(program, text)]),
    ),
  ).toEqual({
    'kernel TCP: request': 'ddos',
    'pppd PAP authenti': 'pppoe',
    'sshd Failed passw': 'acc',
    ' %SEC_LOGIN-5': 'acc',
    'kernel arp: 192.0.2': 'arp',
    'charon 12[IKE] IKE_': 'tg',
    'kernel [UFW BLOCK] ': 'pg2',
    'dnsmasq-dhcp DHCPACK(br-l': 'mrzc',
    'hostapd phy0-ap0: ST': 'mrzc',
    "netifd Interface 'w": 'wan',
    'crond USER root pi': 'sys',
  })
})

test('lines are stored with their type, and those that may cause alarms are published', async () => {
  const happened: DeviceEventReport[] = []
  const stop = server.system.bus.subscribe(
    eventSubject(deviceEvent.name),
    (one: DeviceEventReport) => void happened.push(one),
  )
  const intake = await openLogIntake(server.system)
  const now = server.system.now()
  intake.push(
    report([
      [now - 30, 4, 'sshd', 'Failed password for root from 192.0.2.7 port 22'],
      [now - 9 * 86_400, 6, 'crond', 'a path\\with\\backslashes, 中文'],
    ]),
  )
  intake.push(report([[0, 4, 'sshd', 'Accepted password for root from 192.0.2.7 port 22']], { heard: true }))
  intake.push(report([[0, 3, 'sshd', 'Failed password for x']], { device_id: 0, source: 'printer-3' }))
  await intake.drain()
  expect(await stored()).toMatchObject([
    { at: now - 30, device_id, type: 'acc', severity: 4, program: 'sshd' },
    // from a clock that is days behind, so the time of arrival counts
    { device_id, type: 'sys', text: 'a path\\with\\backslashes, 中文' },
    { type: 'acc' },
    { device_id: 0, source: 'printer-3' },
  ])
  expect((await stored())[1]?.['at']).toBeGreaterThanOrEqual(now)
  await vi.waitFor(() => expect(happened).toHaveLength(1))
  expect(happened[0]).toMatchObject({
    device_id,
    scene_id,
    event: { type: 'device.log', text: 'sshd: Failed password for root from 192.0.2.7 port 22', severity: 4 },
  })
  expect(intake.counts).toEqual({ taken: 4, stored: 4, limited: 0, dropped: 0, failed: 0 })
  stop()
})

test('a source that sends too much loses only its own lines, and the queue is bounded', async () => {
  await server.system.db.run(sql`delete from device_log`)
  const intake = await openLogIntake(server.system, {
    source: { each: 1, burst: 20 },
    scene: { each: 1, burst: 40 },
    lines: 45,
  })
  const many = Array.from({ length: 30 }, (_, n): [number, number, string, string] => [0, 6, 'x', `line ${n}`])
  intake.push(report(many))
  intake.push(report(many.slice(0, 5), { device_id: 0, source: 'printer-3' }))
  expect(intake.counts).toMatchObject({ taken: 35, limited: 10, dropped: 0 })
  intake.push(report(many, { scene_id: scene_id + 1, device_id: 0, source: 'elsewhere' }))
  intake.push(report(many, { scene_id: scene_id + 2, device_id: 0, source: 'elsewhere' }))
  expect(intake.counts).toMatchObject({ taken: 95, limited: 30, dropped: 20 })
  await intake.drain()
  expect(intake.counts).toMatchObject({ stored: 45 })
  expect((await stored()).filter((row) => row['device_id'] === device_id)).toHaveLength(20)
})

test('days beyond their age and beyond the space are dropped, the current day is not', async () => {
  const { system } = server
  const day = (ago: number) => Math.floor(system.now() / 86_400) - ago
  const name = (ago: number) =>
    `device_log_p${new Date(day(ago) * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')}`
  const { makePartition } = await import('../../../engines/partitions/partition-store.ts')
  for (const ago of [40, 3, 2])
    await system.database.transaction(async (db) => void (await makePartition(db, 'device_log', 1, day(ago) * 86_400)))
  expect(await dropOld(system)).toEqual([name(40)])
  const small = { ...system, config: { ...system.config, 'device-log-mb': 0 } }
  const gone = await dropOld(small)
  expect(gone).toEqual([name(3), name(2), name(1)])
})
