import { deviceErrors as errors } from '@belvedere/contract/rooms/device/errors.ts'
import { type CertificateAnswer, type CertificateRequest, certificateSubject } from '../../../devices/enrol-link.ts'
import type { System } from '../../../kernel/implement.ts'
import { defineStartup } from '../../../kernel/startup.ts'
import { enrolPort } from '../../../devices/gateway-port.ts'
import { normalSerial } from '../rules.ts'
import { certificateFacts } from './certificate-facts.ts'
import { bookCertificate } from './store.ts'

/** Issues certificates for the keys of devices. Runs where the gateways and the device authority are. */
export const renewal = defineStartup<System>({
  order: 33,
  role: 'gateway',
  async run(system) {
    system.bus.serve(certificateSubject, (ask: CertificateRequest) => renew(system, ask))
  },
})

/** Stored before it is sent: an unrecorded certificate could not be revoked. */
async function renew(system: System, ask: CertificateRequest): Promise<CertificateAnswer> {
  const serial = normalSerial(ask.serial)
  const refused = { refused: `${errors.revokedKey.zh} / ${errors.revokedKey.en}` }
  if (!serial) return refused
  const certificate = await system.pki.signDevice(ask.public_key, serial)
  const facts = certificateFacts(certificate)
  if (!(await bookCertificate(system.db, { serial, ...facts }))) return refused
  return { certificate, ends_at: facts.ends_at, enrol_port: await enrolPort(system) }
}
