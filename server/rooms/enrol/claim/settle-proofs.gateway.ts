import {
  type ArrivalSettlement,
  type ArrivedDevice,
  type ReleasedDevice,
  releaseUnconnected,
  type IncomingDevice,
  requireDevices,
  settleArrivalsBy,
  takeProven,
} from '../../device/api.ts'
import type { Db } from '../../../kernel/db.ts'
import type { System } from '../../../kernel/implement.ts'
import { Refusal } from '../../../kernel/refuse.ts'
import { hashToken } from '../../../kernel/session.ts'
import { holdToken, teamOfScene, useToken } from '../host/store.ts'
import { writeAuditEntries } from '../../log/api.ts'
import { type PossessionProof, proofOf } from './proof.ts'
import { endClaims, saveCodes } from './store.ts'
import { defineStartup } from '../../../kernel/startup.ts'

/**
 * Handles the proofs of connecting devices: `before` they are stored, a token releases a serial number that was only
 * added in advance; `after` it their codes are stored, and those with a token are in its scene. Devices without proof
 * cause no query.
 */
function proofsAt(requests: readonly IncomingDevice[], system: System): ArrivalSettlement {
  const proofs = requests.flatMap((ask) => proofOf(ask) ?? [])
  const tokens = proofs.filter((proof): proof is PossessionProof & { token: string } => proof.token !== undefined)
  return {
    async before(db: Db): Promise<void> {
      for (const { serial, token } of tokens) {
        const good = await holdToken(db, hashToken(token), system.now())
        const former = good && (await releaseUnconnected(db, serial, good.scene_id))
        if (former) await noteGone(db, system, serial, former)
      }
    },
    async after<Device extends ArrivedDevice>(db: Db, kept: readonly Device[]): Promise<Device[]> {
      const codes = proofs.flatMap(({ serial, code_hash }) => (code_hash ? [{ serial, hash: code_hash }] : []))
      if (codes.length) await saveCodes(db, codes, system.now())
      const bySerial = new Map(tokens.map((one) => [one.serial, one]))
      const settled: Device[] = []
      for (const one of kept) {
        const proof = bySerial.get(one.serial)
        const scene_id =
          proof && one.scene_id === null && !one.blocked ? await claim(db, system, one, proof) : undefined
        settled.push(scene_id === undefined ? one : { ...one, scene_id })
      }
      return settled
    },
  }
}

/** The log of the team that had added the serial number in advance states why it is no longer in its scene. */
async function noteGone(db: Db, system: System, serial: string, { id, name, scene_id, team_id }: ReleasedDevice) {
  const who = { at: system.now(), uid: 0, account: '', team_id, channel: 'system', ip: '', request_id: '' }
  const what = { call: 'device.gave-way', object: `device:${id}`, name: name || serial, scene_id }
  await writeAuditEntries(db, [{ ...who, ...what, before: { sn: serial, scene_id }, after: null }], system)
}

/** The scene of the token, which the device joins; undefined when the token is no longer valid. */
async function claim(
  db: Db,
  system: System,
  { id }: ArrivedDevice,
  { serial, token }: PossessionProof & { token: string },
) {
  const at = system.now()
  const hash = hashToken(token)
  const good = await holdToken(db, hash, at)
  if (!good) return undefined
  const { scene_id, name, created_by: by } = good
  try {
    await requireDevices({ db, now: () => at }, [scene_id])
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // it stays unclaimed, and its token valid
    system.log.warn({ serial, scene_id, why: error.spec.en }, 'device not claimed')
    return undefined
  }
  if (!(await takeProven(db, { id, scene_id, name, by, at }))) return undefined
  await useToken(db, hash, serial, at)
  const team_id = await teamOfScene(db, scene_id)
  await endClaims(db, [serial], team_id)
  const who = { at, uid: 0, account: by, team_id, channel: 'system', ip: '', request_id: '' }
  const what = { call: 'POST device/add', object: `device:${id}`, name: name || serial, scene_id }
  await writeAuditEntries(db, [{ ...who, ...what, before: null, after: { sn: serial, scene_id } }], system)
  system.log.info({ serial, scene_id }, 'device claimed by the token it told')
  return scene_id
}

/** Before devices are identified (`device/presence/identify.gateway.ts`). */
export const settleProofs = defineStartup<System>({
  order: 29,
  role: 'gateway',
  async run(system) {
    settleArrivalsBy(system, proofsAt)
  },
})
