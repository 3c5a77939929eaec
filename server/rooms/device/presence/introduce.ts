import { createHash } from 'node:crypto'
import { keyIssuer } from '@belvedere/contract/rooms/device/key/enums.ts'
import type { JoiningDevice } from '../demo/store.ts'
import { withoutProof } from './claim-capability.ts'
import { firstName } from '../rules.ts'
import type { Introduction } from './store.ts'
import type { IncomingDevice } from './incoming-device.ts'

/** A simulated device's part in a network: number of the scene, name of the device. */
interface Simulated {
  scene?: unknown
  name?: unknown
}

function simulatedPart({ simulated, identity }: IncomingDevice): { scene: string; name: string } {
  const part = (simulated ? identity.capabilities['x-simulated'] : undefined) as Simulated | undefined
  const { name, scene } = part ?? {}
  return { scene: typeof scene === 'number' ? String(scene) : '', name: nameOf(name).slice(0, 32) }
}

/** What a simulated device needs to join the demo network; undefined for a real one. */
export function demoDeviceOf(ask: IncomingDevice): JoiningDevice[] {
  const { scene: key } = simulatedPart(ask)
  return key ? [{ serial: ask.serial, key }] : []
}

/** A device has one name for readers of both languages, so those of the demo contain both, as its scenes do. */
function nameOf(name: unknown): string {
  if (typeof name === 'string') return name
  const { zh, en } = (name ?? {}) as { zh?: unknown; en?: unknown }
  return [zh, en].filter((text) => typeof text === 'string').join(' ')
}

/** Changes when the device reports any change of itself. */
export function digestOf({ family, identity, simulated }: IncomingDevice): string {
  return createHash('md5')
    .update(JSON.stringify([family, identity, simulated]))
    .digest('base64')
}

const cut = (value: string | undefined, most = 128) => (value ?? '').slice(0, most)

export function introductionOf(ask: IncomingDevice, identity_digest: string, scene_id: number | null): Introduction {
  const { identity, serial } = ask
  return {
    scheme: ask.id.scheme,
    serial,
    scene_id,
    type: identity.type,
    name: simulatedPart(ask).name || firstName(identity.model, serial),
    vendor: cut(identity.vendor, 64),
    model: cut(identity.model, 64),
    firmware: cut(identity.firmware),
    family: ask.family,
    mac: identity.mac ?? null,
    verbs: identity.verbs,
    cgi: identity.cgi,
    capabilities: withoutProof(identity.capabilities),
    simulated: ask.simulated,
    identity_digest,
    key_fingerprint: ask.key?.fingerprint ?? '',
    key_issuer: keyIssuer.id[ask.key?.issuer ?? 'none'],
    key_certificate: ask.key?.certificate ?? '',
    key_ends_at: ask.key?.ends_at ?? 0,
  }
}
