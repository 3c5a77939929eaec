import type { System } from '../../../kernel/implement.ts'
import { tryPublic } from '../../../devices/transfer/try-public.ts'
import { gatewayPort } from '../../../devices/gateway-port.ts'
import type { Doors } from './transfer-rules.ts'

/**
 * Milliseconds for which a check of the public address is valid: a success for long, a failure briefly because it is
 * being fixed.
 */
const GOOD = 300_000
const BAD = 20_000

const looks = new WeakMap<System, { found: Promise<Doors['public']>; until: number }>()

/** Where devices can fetch images now. The public address is tested from here, as a device would use it. */
export async function openDoors(system: System): Promise<Doors> {
  const [found, port] = await Promise.all([lookAtPublic(system), gatewayPort(system, 'files')])
  return { public: found, plain: port !== 0 }
}

function lookAtPublic(system: System): Promise<Doors['public']> {
  const url = system.config['public-url']
  if (!url.startsWith('https:')) return Promise.resolve('public_not_set')
  const before = looks.get(system)
  if (before && before.until > Date.now()) return before.found
  const look = { found: tryPublic(url), until: Date.now() + BAD }
  looks.set(system, look)
  void look.found.then((found) => {
    if (found === 'open') look.until = Date.now() + GOOD
  })
  return look.found
}
