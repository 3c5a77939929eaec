import { cp, mkdtemp, readFile, rm, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serialsOf, startFleet } from './kit/fleet.ts'
import { makeHost, run } from './kit/hosts/linux-host.ts'
import { type Product, startProduct } from './kit/product.ts'
import { register } from './kit/register.ts'
import { holds, same } from './kit/same.ts'
import type { Session } from './kit/session.ts'
import { seconds, timed, until } from './kit/wait.ts'
import type { Proof } from './proof.ts'

const DEVICES = 60
const BACK_MS = 60_000

interface Ground {
  readonly product: Product
  readonly session: Session
  readonly scene_id: number
  readonly say: (line: string) => void
}

interface Row {
  readonly id: number
  readonly sn: string
  readonly name: string
  readonly model: string
  readonly verbs: string[]
}

export const proof: Proof = {
  title: 'What was backed up comes back: on a wiped Linux host, on a fleet, and on other hardware',
  async run(say) {
    const product = await startProduct()
    try {
      const session = await product.signIn()
      const { id: scene_id } = await session.ask<{ id: number }>('POST scene', { name: 'Backups' })
      const ground = { product, session, scene_id, say }
      await onAFleet(ground)
      await onALinuxHost(ground)
    } catch (error) {
      throw new Error(`${(error as Error).stack}\nserver: ${product.heard.slice(-1500)}`, { cause: error })
    } finally {
      await product.close()
    }
  },
}

const history = async ({ session }: Ground, device_id: number) =>
  (await session.ask('GET device/backup/list', { device_id })).list
const deviceOf = async ({ session }: Ground, id: number) => (await session.ask('GET device/all', { ids: [id] })).list[0]

async function onAFleet(ground: Ground): Promise<void> {
  const { product, session, scene_id, say } = ground
  await register(product.databaseUrl, scene_id, await serialsOf('campus-1000', DEVICES))
  const { devicePort: port, data } = product
  const fleet = startFleet('campus-1000', { devices: DEVICES, interval: 20, port, 'ca-dir': `${data}/pki`, fast: '' })
  try {
    const rows: Row[] = await until('access points are there', BACK_MS, async () => {
      const { list } = await session.ask('GET device/ap', { scene_id, limit: 500 })
      const there = list.filter(({ online, verbs }: any) => online === 1 && verbs.includes('running'))
      return there.length >= 20 && there
    })
    const ids = rows.map(({ id }) => id)
    const done = await session.ask('POST device/command/backup', { ids, wait: 60 })
    same('all are backed up', done.err_cnt, 0)
    const counts = await session.ask('GET device/backup/count', { scene_id })
    same('and count as covered', counts.covered, ids.length)
    await restoresOne(ground, rows[0] as Row)
    await replacesOne(ground, rows)
    say(`${ids.length} access points backed up over the wire; one restored, one replaced by other hardware`)
  } finally {
    await fleet.end('SIGTERM')
  }
}

/** The same again is a restore as any: a number above the last, armed, confirmed, and a backup before it. */
async function restoresOne(ground: Ground, { id }: Row): Promise<void> {
  const { session, say } = ground
  const [backup] = await history(ground, id)
  const check = await session.ask('GET device/backup/check', { id: backup.id })
  same('nothing stands against it', [check.problems, check.returns], [[], 'device'])
  const began = performance.now()
  const done = await session.ask('POST device/backup/recover', { ids: [id], backup_ids: [backup.id], wait: 110 })
  same('restored', done.results?.[0]?.result, 0)
  say(`restore of an access point: armed, configured and confirmed in ${seconds(performance.now() - began)}`)
  same('saved before', (await history(ground, id))[0].source, 'change')
  const diff = await session.ask('GET device/backup/diff', { id: backup.id, running: 1 })
  same('it runs what was backed up', [diff.add, diff.del], [0, 0])
}

async function replacesOne(ground: Ground, rows: readonly Row[]): Promise<void> {
  const { session, say } = ground
  const [, old, fresh] = rows as [Row, Row, Row]
  const [backup] = await history(ground, old.id)
  const done = await session.confirmed('POST device/backup/replace', {
    id: backup.id,
    device_id: fresh.id,
    old: 'spare',
    force: 1,
    wait: 110,
  })
  same('replaced', done.results?.[0]?.result, 0)
  const took = await timed('the new hardware is back in the old place', BACK_MS, async () => {
    const { online, sn } = await deviceOf(ground, old.id)
    return online === 1 && sn === fresh.sn
  })
  same('under the old name', (await deviceOf(ground, old.id)).name, old.name)
  same('the old one is a spare', (await deviceOf(ground, fresh.id)).sn, old.sn)
  say(`other hardware took the place of a device, and was back ${seconds(took)} later`)
}

/** Its /etc is a copy: a failed restore must not change the machine that runs the test. */
async function onALinuxHost(ground: Ground): Promise<void> {
  if (process.getuid?.() !== 0) return ground.say('the Linux host was left out: only root may restore')
  const folder = await mkdtemp(join(tmpdir(), 'belvedere-etc-'))
  const etc = join(folder, 'etc')
  await cp('/etc', etc, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
  const probe = await run('unshare', ['--mount', 'mount', '--bind', etc, '/etc']).catch(() => undefined)
  if (!probe) return ground.say('the Linux host was left out: no mount namespaces on this machine')
  const inside = ['unshare', '--mount', 'sh', '-c', `mount --bind ${etc} /etc && exec "$@"`, 'sh']
  const host = await makeHost(inside)
  try {
    const { command } = await ground.session.ask('POST device/enrol/token', { scene_id: ground.scene_id, name: 'Edge' })
    void host.paste(command)
    const { id } = await until('the host is online', BACK_MS, async () => {
      const [row] = (await ground.session.ask('GET device/soft', { scene_id: ground.scene_id })).list
      return row?.online === 1 && row
    })
    await wipedAndBack(ground, id, etc)
  } finally {
    await host.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function wipedAndBack(ground: Ground, id: number, etc: string): Promise<void> {
  const { session, say } = ground
  const [hosts, extra] = [join(etc, 'hosts'), join(etc, 'sysctl.d/90-belvedere.conf')]
  await cp(hosts, join(etc, 'hosts.before')).catch(() => writeFile(hosts, '127.0.0.1 localhost\n'))
  await writeFile(extra, 'net.ipv4.ip_forward = 1\n')
  const before = await readFile(hosts, 'utf8')
  same('backed up', (await session.ask('POST device/command/backup', { ids: [id], wait: 60 })).err_cnt, 0)
  const [backup] = await history(ground, id)
  await writeFile(hosts, `${before}192.0.2.66 wrong\n`)
  await unlink(extra)
  same('again', (await session.ask('POST device/command/backup', { ids: [id], wait: 60 })).err_cnt, 0)
  const [later] = await history(ground, id)
  same('changed lines are counted', later.diff_prev, { add: 1, del: 1 })
  const { files } = await session.ask('GET device/backup/diff', { id: later.id })
  const changed = files.filter(({ state }: any) => state !== 'same').map(({ path, state }: any) => `${path} ${state}`)
  same('file by file', changed, ['etc/hosts changed', 'etc/sysctl.d/90-belvedere.conf removed'])
  const { problems } = await session.ask('GET device/backup/check', { id: backup.id })
  same('nothing stands against it', problems, [])
  const began = performance.now()
  const done = await session.ask('POST device/backup/recover', { ids: [id], backup_ids: [backup.id], wait: 110 })
  holds(`restored: ${JSON.stringify(done.results)}`, done.results?.[0]?.result === 0)
  same('the changed file is as it was', await readFile(hosts, 'utf8'), before)
  same('the lost file is there', await readFile(extra, 'utf8'), 'net.ipv4.ip_forward = 1\n')
  same('saved before', (await history(ground, id))[0].source, 'change')
  say(`a Linux host lost a file and got a wrong one: both back ${seconds(performance.now() - began)} after the word`)
}
