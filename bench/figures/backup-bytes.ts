import { commandSubject } from '@belvedere/server/devices/device-link.ts'
import { startTestServer, type TestServer } from '@belvedere/server/kernel/test-server.ts'
import { defineFigure } from '../kit/define-figure.ts'

const DEVICES = 1000
const CHANGED = 10

/** A configuration of the size of an access point's, slightly different for each device. */
function configOf(device: number, round: number): object {
  const radios = ['2G', '5G', '6G'].map((band, n) => ({
    band,
    channel: 'auto',
    country: 'CN',
    'tx-power': 10 + ((device + n) % 15),
  }))
  const ssids = ['Guest', 'Staff', 'Things'].map((name) => ({
    name: `${name}-${device % 40}`,
    'wifi-bands': ['2G', '5G'],
    encryption: { proto: 'psk2', key: `a key of ${name} at ${device % 40}`, ieee80211w: 'optional' },
  }))
  return {
    uuid: 1_790_000_000 + round,
    unit: { name: `AP ${device}`, hostname: `ap-${device}`, timezone: 'CST-8' },
    radios,
    interfaces: [
      { role: 'upstream', ethernet: [{ 'select-ports': ['WAN*'] }], ipv4: { addressing: 'dynamic' }, ssids },
    ],
    services: {
      lldp: { describe: `AP ${device}` },
      ntp: { servers: ['ntp.example'] },
      log: { host: `10.0.${device % 250}.1`, port: 514 },
    },
    metrics: { statistics: { interval: 60, types: ['ssids', 'lldp', 'clients'] }, health: { interval: 120 } },
    ...(round > 0 && device < CHANGED ? { timeouts: { offline: round } } : {}),
  }
}

let server: TestServer | undefined

async function furnish(made: TestServer): Promise<{ token: string; ids: number[] }> {
  const token = await made.signIn()
  const scene_id = (await made.call(token, 'POST scene', { name: 'Backups' })).data.id as number
  const { rows } = await made.system.database.pool.query<{ id: number }>(
    `with d as (
       insert into device (serial, scene_id, type, name, family, model, verbs, claimed_at)
       select lpad(to_hex(n), 12, '0'), $1, 1, 'AP ' || n, 'ucentral-ap', 'bench', '{running}', 0 from generate_series(1, $2) n returning id
     ), s as (insert into device_state (device_id, online) select id, true from d) select id from d order by id`,
    [scene_id, DEVICES],
  )
  return { token, ids: rows.map(({ id }) => id) }
}

/** The second backup of a thousand devices, of which ten changed: the growth of the store against the size of the configurations. */
export const backupBytes = defineFigure({
  name: 'backup-bytes',
  what: 'second backup of 1,000 devices of which 990 are unchanged: bytes stored against the sum of the configurations',
  must: { is: 'at most', value: 0.02 },
  async round() {
    server = await startTestServer()
    const { system, call } = server
    const { token, ids } = await furnish(server)
    let round = 0
    ids.forEach((id, device) =>
      system.bus.serve(commandSubject(id), async () => ({
        result: 0,
        msg: '',
        data: { uuid: 1_790_000_000 + round, config: configOf(device, round) },
      })),
    )
    const stored = async () => {
      const { rows } = await system.database.pool.query<{ stored: number }>(
        'select coalesce(sum(stored), 0)::bigint as stored from device_content',
      )
      return Number(rows[0]?.stored)
    }
    const backUp = async () => {
      const { data } = await call(token, 'POST device/command/backup', { ids, wait: 110 })
      if (data.err_cnt) throw new Error(`${data.err_cnt} of ${ids.length} were not backed up`)
    }
    await backUp()
    const first = await stored()
    round = 1
    await backUp()
    const added = (await stored()) - first
    const sum = ids.reduce((all, _, device) => all + Buffer.byteLength(JSON.stringify(configOf(device, round))), 0)
    await server.close()
    server = undefined
    return { value: added / sum, note: `${added} of ${sum} bytes; the first backup took ${first}` }
  },
  async after() {
    await server?.close()
  },
})
