import { type EnrolAnswer, type EnrolAsk, enrolSubject } from '../../../kernel/enrol-link.ts'
import { deviceMoved } from '../../../kernel/device-link.ts'
import type { System } from '../../../kernel/implement.ts'
import { defineJob } from '../../../kernel/job.ts'
import { hashToken } from '../../../kernel/session.ts'
import { defineStartup } from '../../../kernel/startup.ts'
import { deviceErrors as errors } from '@belvedere/contract/rooms/device/errors.ts'
import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { normalSerial } from '../rules.ts'
import { enrolDevice, forgetTokens, useToken } from './store.ts'

/** Exchanges tokens for certificates. Runs where the enrolment listener and the device CA are. */
export const enrolment = defineStartup<System>({
  order: 33,
  role: 'gateway',
  async run(system) {
    system.bus.serve(enrolSubject, (ask: EnrolAsk) => exchange(system, ask))
  },
})

/** On a host nobody knows the reader's language: both. */
const both = ({ zh, en }: { zh: string; en: string }): EnrolAnswer => ({ refused: `${zh} / ${en}` })

async function exchange(system: System, ask: EnrolAsk): Promise<EnrolAnswer> {
  const serial = normalSerial(ask.serial)
  if (!serial) return both(errors.badSerial)
  // before the token is used up: a key that cannot be signed costs the host nothing
  const certificate = await system.pki.signDevice(ask.public_key, serial).catch(() => undefined)
  if (!certificate) return both(commonErrors.badInput)
  const done = await admit(system, serial, ask)
  if (typeof done !== 'number') return done
  system.log.info({ serial, scene_id: done, address: ask.address }, 'host enrolled')
  const { forAgents, signingPub } = system.pki
  const { ca, pin, serverName: server_name } = forAgents
  return { certificate, ca, pin, server_name, serial, signing_key: signingPub }
}

class Refused extends Error {}

/** The scene the host is in now, or why not. A refusal leaves the token as it was. */
async function admit(system: System, serial: string, { token, hostname }: EnrolAsk): Promise<number | EnrolAnswer> {
  const at = system.now()
  try {
    const { id, scene_id, from } = await system.database.transaction(async (db) => {
      const used = await useToken(db, hashToken(token), serial, at)
      if (!used) throw new Refused('token')
      const name = (used.name || hostname || serial).slice(0, 32)
      const device = await enrolDevice(db, { serial, scene_id: used.scene_id, name, by: used.created_by, at })
      if (!device) throw new Refused('claimed')
      return { ...device, scene_id: used.scene_id }
    })
    system.emit(deviceMoved, { device_id: id, scene_id, from: from ?? 0 })
    return scene_id
  } catch (error) {
    if (error instanceof Refused) return both(error.message === 'token' ? errors.badToken : errors.claimed)
    throw error
  }
}

export const forget = defineJob<unknown, System>({
  name: 'device.forget-tokens',
  every: '45 3 * * *',
  async run(_, system) {
    await forgetTokens(system.db, system.now() - 7 * 86_400)
  },
})
