import { makeHost } from '../kit/hosts/linux-host.ts'
import { bindMail } from '../kit/outbox.ts'
import { startProduct } from '../kit/product.ts'
import { holds, same } from '../kit/same.ts'
import { foundSecondTeam } from '../kit/second-team.ts'
import { type Session, signIn } from '../kit/session.ts'
import { until } from '../kit/wait.ts'
import type { Proof } from '../proof.ts'

const WITHIN = 20_000
const SECRET = 'SECRET-OF-THE-OWNER'
/** Where reports go. */
const ADDRESS = `${SECRET.toLowerCase()}@example.com`
const shows = (text: string) => text.includes(SECRET) || text.includes(ADDRESS)
const [NO_PERMISSION, READ_ONLY, OWNER_ONLY] = [10022, 10024, 10025]
/** Or it is said not to exist. */
const REFUSED = [10002, 10315, 11001, NO_PERMISSION, READ_ONLY]

export const proof: Proof = {
  title:
    'Who may only look at a scene gets no configuration, recording, secret or shell of it, whatever they own elsewhere',
  async run(say) {
    const product = await startProduct()
    const host = await makeHost()
    try {
      const owner = await product.signIn()
      const { id: scene_id } = await owner.ask('POST scene', { name: 'Site' })
      const { command } = await owner.ask('POST device/enrol/token', { scene_id })
      void host.paste(command)
      const device = async () => (await owner.ask('GET device/all', { scene_id })).list[0]
      await until('the host is online', WITHIN, async () => (await device())?.online === 1)
      const { id, sn } = await device()
      const { third, remote } = await furnish(owner, scene_id, id)
      const backup = await keepBackup(owner, id)

      await foundSecondTeam(product.databaseUrl, 'partner')
      const guest = await signIn(product.url, 'partner', 'Journey-2026')
      const shared = await invite(owner, guest, scene_id)

      const tries = triesOf(scene_id, id, sn, { third, remote, backup })
      for (const [at, payload] of tries) {
        const answer = at.includes('download') ? await bytesOf(guest, at, payload) : await guest.call(at, payload)
        const text = JSON.stringify(answer)
        holds(`${at} shows nothing of the owner: ${text.slice(0, 300)}`, !shows(text))
        const { total, list, total_cnt, err_cnt } = answer.data ?? {}
        const none = total === 0 || list?.length === 0 || (total_cnt !== undefined && total_cnt === err_cnt)
        const empty = answer.code === 0 && none
        holds(`${at} is refused or empty: ${text.slice(0, 300)}`, empty || REFUSED.includes(answer.code))
      }
      const detail = await guest.ask('GET device/detail', { id })
      same('how the device is, the guest sees', detail.device.online, 1)
      same('what was done to it, not', detail.tasks, [])
      holds('nor a secret in it', !shows(JSON.stringify(detail)))
      same('shells on the host', (await owner.ask('GET device/remote/session', { device_id: id })).total, 1)
      const { total } = await owner.ask('GET scene/report', { scene_id })
      same('reports and patrols made', [total, (await owner.ask('GET scene/score/run', { scene_id })).total], [0, 0])

      // a right that the share gives is listed, and rights of owners only are not
      await owner.ask('PUT scene/share', { id: shared, permission: 1 })
      const { list } = await guest.ask('GET device/backup/list', { device_id: id })
      same('the backup, for who manages', list[0]?.note, SECRET)
      const seen = await guest.ask('GET device/remote/replay', { id: remote })
      holds('the recording, for who manages', JSON.stringify(seen).includes(SECRET))
      for (const [at, payload] of ownersOf(scene_id, id)) same(at, (await guest.call(at, payload)).code, OWNER_ONLY)
      say(`${tries.length} calls to look at secrets or to act gave a guest who may look nothing`)
    } catch (error) {
      throw new Error(`${(error as Error).stack}\nserver: ${product.heard.slice(-2000)}`, { cause: error })
    } finally {
      await host.close()
      await product.close()
    }
  },
}

/** A recorded shell in which something secret was shown, a monitor with a name of its own, and how reports are made. */
async function furnish(owner: Session, scene_id: number, id: number): Promise<{ third: number; remote: number }> {
  const shell = await owner.ask('POST device/command/remote', { id })
  const socket = owner.socket(`/api/v1/device/remote/${shell.session}?ticket=${shell.ticket}`)
  socket.binaryType = 'arraybuffer'
  let shown = ''
  let closed = false
  socket.onmessage = ({ data }) => {
    if (typeof data !== 'string') shown += Buffer.from(data as ArrayBuffer).toString()
  }
  socket.onclose = () => (closed = true)
  await until('the shell is open', WITHIN, () => socket.readyState === WebSocket.OPEN)
  socket.send(Buffer.from(`echo ${SECRET}-$((6*7))\r`))
  await until('the shell answers', WITHIN, () => shown.includes(`${SECRET}-42`))
  await owner.ask('POST device/command/remote/close', { id: shell.id })
  await until('the shell is over', WITHIN, () => closed)
  const recorded = async () => (await owner.ask('GET device/remote/session', { device_id: id, recorded: 1 })).list[0]
  await until('it is recorded', WITHIN, async () => (await recorded())?.ended_at)

  const monitor = { type: 'snmp', version: 'v3', user: SECRET, auth: 'sha', auth_password: `${SECRET}-1` }
  const asked = { scene_id, name: 'UPS', kind: 'ups', ip: '192.0.2.1', monitor: { ...monitor, type: 'none' } }
  const { id: third } = await owner.ask('POST device/third/mod', asked)
  const {
    next_at: _,
    changed_by: __,
    logo: ___,
    mail: ____,
    ...profile
  } = await owner.ask('GET scene/report/profile', {
    scene_id,
  })
  await bindMail(owner, owner, ADDRESS)
  await owner.ask('POST scene/report/profile', { ...profile, scene_id, on: 0, targets: [ADDRESS] })
  return { third, remote: shell.id }
}

/** A backup of the host, with a note. */
async function keepBackup(owner: Session, device_id: number): Promise<number> {
  same('it is kept', (await owner.ask('POST device/command/backup', { ids: [device_id], wait: 60 })).err_cnt, 0)
  const [{ id }] = (await owner.ask('GET device/backup/list', { device_id })).list
  await owner.ask('PUT device/backup', { id, note: SECRET })
  return id
}

async function invite(owner: Session, guest: Session, scene_id: number): Promise<number> {
  const offer = { scene_id, permission: 2 }
  const nobody = await owner.call('POST scene/share/account', { ...offer, account: 'nobody' })
  const somebody = await owner.call('POST scene/share/account', { ...offer, account: 'partner' })
  const shape = ({ code, data }: typeof nobody) => [code, Object.keys(data).sort()]
  same('whether there is an account', shape(nobody), shape(somebody))
  const { list } = await owner.ask('GET scene/share/send', { scene_id })
  const told = list.map(({ receiver, receiver_mobile, status }: Record<string, unknown>) => [
    receiver,
    receiver_mobile,
    status,
  ])
  same('what the list tells', told, [
    ['partner', '', 0],
    ['nobody', '', 0],
  ])
  await guest.ask('POST scene/share/handle', { share_id: scene_id, status: 1 })
  return somebody.data.id
}

type Try = readonly [string, Record<string, unknown>]

interface Known {
  third: number
  remote: number
  backup: number
}

/** Everything by number: that it is not in a list is no wall. */
function triesOf(scene_id: number, id: number, sn: string, { third, remote, backup }: Known): Try[] {
  return [
    ['GET device/backup/fleet', { scene_id }],
    ['GET device/backup/list', { device_id: id }],
    ['GET device/backup/download', { id: backup }],
    ['GET device/backup/diff', { id: backup }],
    ['POST device/backup/recover', { ids: [id] }],
    ['POST device/backup/recover', { ids: [id], backup_ids: [backup] }],
    ['GET device/remote/session', {}],
    ['GET device/remote/session', { scene_id }],
    ['GET device/remote/replay', { id: remote }],
    ['POST device/command/remote', { id }],
    ['POST device/command/remote/custom', { id, port: 22, scheme: 'tcp' }],
    ['POST device/command/remote/close', { id: remote }],
    ['POST device/cgi', { sn, type: 'log_tail' }],
    ['POST device/cgi', { scene_id, is_main: 1, type: 'system' }],
    ['GET device/third', { id: third }],
    ['GET intent', { level: 0, target_id: scene_id }],
    ['GET intent/effective', { level: 2, target_id: id }],
    ['GET alarm/config', { scene_id }],
    ['GET scene/report/profile', { scene_id }],
    ['GET scene/report', { scene_id }],
    ['POST scene/report', { scene_id }],
    ['POST scene/score/run', { scene_id }],
    ['POST device/app/refresh', { scene_id }],
    ['GET log/task', { scene_id }],
    ['GET log/task', {}],
    ['GET log/task/item', { device_id: id }],
    ['GET log/sys', { scene_id }],
    ['GET scene/share/send', { scene_id }],
    ['POST device/command/reboot', { ids: [id] }],
    ['POST device/enrol/token', { scene_id }],
  ]
}

function ownersOf(scene_id: number, id: number): Try[] {
  return [
    ['POST device/enrol/token', { scene_id }],
    ['DELETE device', { ids: [id] }],
    ['DELETE scene', { id: scene_id }],
    ['POST scene/share/url', { scene_id, permission: 1 }],
  ]
}

/** A download that was refused is an answer like any other. */
async function bytesOf(guest: Session, at: string, payload: Record<string, unknown>) {
  const { bytes } = await guest.file(at, payload)
  const text = bytes.toString()
  return text.startsWith('{"code"') ? JSON.parse(text) : { code: 0, data: { text } }
}
