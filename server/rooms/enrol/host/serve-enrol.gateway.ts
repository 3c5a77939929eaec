import { shippedFamily } from '../../../devices/discover-drivers.ts'
import { deviceErrors } from '@belvedere/contract/rooms/device/errors.ts'
import { enrolErrors as errors } from '@belvedere/contract/rooms/enrol/errors.ts'
import { say } from '@belvedere/contract/kit/text.ts'
import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { keyIssuer } from '@belvedere/contract/rooms/device/key/enums.ts'
import { type EnrolAnswer, type HostEnrolRequest, enrolSubject } from '../../../devices/enrol-link.ts'
import { deviceSceneChanged } from '../../../devices/device-link.ts'
import type { Db } from '../../../kernel/db.ts'
import type { System } from '../../../kernel/implement.ts'
import { defineJob } from '../../../base/jobs/job.ts'
import { Refusal, refuse } from '../../../kernel/refuse.ts'
import { hashToken } from '../../../kernel/session.ts'
import { defineStartup } from '../../../kernel/startup.ts'
import {
  normalSerial,
  certificateFacts,
  entryOf,
  saveKeyChanges,
  saveKeyTries,
  type RefusedKey,
  enrolDevice,
  requireDevices,
} from '../../device/api.ts'
import { writeAuditEntries } from '../../log/api.ts'
import { MOST_TRIES } from '../claim/check-codes.ts'
import { countTry, endClaims } from '../claim/store.ts'
import { type EnrolVerdict, enrolVerdict } from './enrol-rules.ts'
import { purgeTokens, holdEnrolling, holdToken, teamOfScene, useToken } from './store.ts'

/** Exchanges tokens for certificates. Runs where the enrolment listener and the device CA are. */
export const enrolment = defineStartup<System>({
  order: 33,
  role: 'gateway',
  async run(system) {
    system.bus.serve(enrolSubject, (ask: HostEnrolRequest) => exchange(system, ask))
  },
})

/** On a host the user's language is not known: both. */
const both = ({ zh, en }: { zh: string; en: string }) => ({ refused: `${zh} / ${en}` })

async function exchange(system: System, ask: HostEnrolRequest): Promise<EnrolAnswer> {
  const serial = normalSerial(ask.serial)
  if (!serial) return both(deviceErrors.badSerial)
  // before the token is used: a key that cannot be signed does not cost the token
  const made = await makeOut(system, ask.public_key, serial)
  if (!made) return both(commonErrors.badInput)
  const refused = await admit(system, serial, ask, made)
  if (refused) return refused
  const { forAgents, signingPub } = system.pki
  const { ca, pin, serverName: server_name } = forAgents
  return { certificate: made.pem, ca, pin, server_name, serial, signing_key: signingPub }
}

interface MadeOut {
  pem: string
  fingerprint: string
  /** Serial number of the certificate. */
  certificate: string
  ends_at: number
}

async function makeOut({ pki }: System, public_key: string, serial: string): Promise<MadeOut | undefined> {
  const pem = await pki.signDevice(public_key, serial).catch(() => undefined)
  return pem === undefined ? undefined : { pem, ...certificateFacts(pem) }
}

const answers = {
  claimed: both(deviceErrors.claimed),
  held: both(errors.heldKey),
  rejected: both(errors.rejectedKey),
  revoked: { ...both(deviceErrors.revokedKey), key: 'revoked' },
  waits: { ...both(errors.otherKey), key: 'waits' },
} as const

/** Admits the host, or returns the refusal. A refusal leaves the token valid. */
async function admit(
  system: System,
  serial: string,
  ask: HostEnrolRequest,
  made: MadeOut,
): Promise<EnrolAnswer | undefined> {
  const at = system.now()
  const { pem: _, ...key } = made
  const done = await system.database
    .transaction(async (db): Promise<Admitted> => {
      const token = await holdToken(db, hashToken(ask.token), at)
      if (!token) return { refused: both(errors.badToken) }
      const { scene_id, created_by: by } = token
      await requireTries(system, db, scene_id)
      const { device, revoked } = await holdEnrolling(db, serial, key.fingerprint)
      const verdict = enrolVerdict({ device, revoked, scene_id, fingerprint: key.fingerprint })
      await keepRefused(system, db, verdict, { serial, ask, key, account: by })
      if (verdict === 'claimed' || verdict === 'held') await countRefused(system, db, scene_id)
      if (verdict === 'waits') return { refused: answers.waits, waits: { scene_id, ids: [device?.id ?? 0] } }
      if (verdict !== 'take') return { refused: answers[verdict] }
      if (device?.scene_id == null) await requireDevices({ db, now: () => at }, [scene_id])
      const name = (token.name || ask.hostname || serial).slice(0, 32)
      const enrolled = await enrolDevice(db, { family: await shippedFamily(), serial, scene_id, name, by, at, ...key })
      if (!enrolled) return { refused: answers.claimed }
      await useToken(db, hashToken(ask.token), serial, at)
      const team_id = await teamOfScene(db, scene_id)
      await endClaims(db, [serial], team_id)
      const tried = { device_id: enrolled.id, serial, name, scene_id, team_id, bound: '', address: ask.address }
      const entry = entryOf(system, 'device.enrolled', { ...tried, fingerprint: key.fingerprint })
      const before = device && { scene_id: device.scene_id, key: device.key_fingerprint }
      await writeAuditEntries(db, [
        { ...entry, account: by, before, after: { sn: serial, scene_id, key: key.fingerprint } },
      ])
      return { id: enrolled.id, scene_id, from: device?.scene_id ?? 0 }
    })
    .catch(asRefused)
  if ('refused' in done) {
    if (done.waits) system.tell({ topic: 'device', ...done.waits })
    return done.refused
  }
  const { id: device_id, scene_id, from } = done
  system.log.info({ serial, scene_id, address: ask.address }, 'host enrolled')
  system.emit(deviceSceneChanged, { device_id, scene_id, from })
  return undefined
}

const hourOf = (system: System) => Math.floor(system.now() / 3600)

/** The refusal reveals that the serial number has an owner: its rate is limited like that of claim codes. */
async function requireTries(system: System, db: Db, scene_id: number): Promise<void> {
  const mine = { team_id: await teamOfScene(db, scene_id), serial: '' }
  const [tries = 0] = await countTry(db, [mine], hourOf(system), 0)
  if (tries >= MOST_TRIES.team)
    throw refuse(errors.tooManyTries, { minutes: Math.ceil(((hourOf(system) + 1) * 3600 - system.now()) / 60) })
}

async function countRefused(system: System, db: Db, scene_id: number): Promise<void> {
  await countTry(db, [{ team_id: await teamOfScene(db, scene_id), serial: '' }], hourOf(system), 1)
}

/** An exhausted quota or attempt limit, in both languages. */
function asRefused(error: unknown): RefusedEnrolment {
  if (!(error instanceof Refusal)) throw error
  const { spec, values } = error
  return { refused: both({ zh: say(spec, 'zh', values), en: say(spec, 'en', values) }) }
}

type RefusedEnrolment = { refused: EnrolAnswer; waits?: { scene_id: number; ids: number[] } }
type Admitted = RefusedEnrolment | { id: number; scene_id: number; from: number }

interface RefusedHost {
  serial: string
  ask: HostEnrolRequest
  key: Omit<MadeOut, 'pem'>
  account: string
}

/**
 * Another key for a device that has one waits for its owner, who decides in the console; the host runs the command
 * again. The owner's log records it, and a revoked key too.
 */
async function keepRefused(
  system: System,
  db: Db,
  verdict: EnrolVerdict,
  { serial, ask, key: { fingerprint, ends_at }, account }: RefusedHost,
): Promise<void> {
  const at = system.now()
  const address = ask.address.slice(0, 64)
  const wanting = [{ serial, fingerprint, issuer: keyIssuer.id.own, certificate: '', ends_at, address }]
  const write = (call: string, tried: readonly RefusedKey[]) =>
    writeAuditEntries(
      db,
      tried.map((one) => ({ ...entryOf(system, call, one), account })),
    )
  if (verdict === 'waits') await write('device.enrol-refused', await saveKeyChanges(db, wanting, at))
  if (verdict === 'revoked' || verdict === 'rejected')
    await write('device.key-revoked', await saveKeyTries(db, wanting, at))
}

export const purge = defineJob<unknown, System>({
  name: 'device.forget-tokens',
  every: '45 3 * * *',
  async run(_, system) {
    await purgeTokens(system.db, system.now() - 7 * 86_400)
  },
})
