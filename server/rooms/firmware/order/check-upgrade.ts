import { shippedFamily } from '../../../devices/discover-drivers.ts'
import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { upgradeErrors } from '@belvedere/contract/rooms/task/errors.ts'
import { refuse } from '../../../kernel/refuse.ts'
import type { HeldDevice } from '../../device/api.ts'
import {
  type CommandObstacle,
  type Obstacles,
  type Order,
  type Orderer,
  currentTransfers,
  whyNot,
} from '../../task/api.ts'
import { isReady } from '../rules.ts'
import { findFirmware } from '../store.ts'
import { unfitFor } from '../unfit-for.ts'
import { type AgentPackage, agentPackage } from './agent-package.ts'

interface CheckedUpgrade extends Obstacles {
  image?: NonNullable<Awaited<ReturnType<typeof findFirmware>>>
  agent?: AgentPackage
}

const none = new Map<number, CommandObstacle>()

/** What an upgrade needs, and which devices cannot be upgraded: the same for a call, a timer and a pending command. */
export async function checkUpgrade(
  by: Orderer,
  order: Order & { kind: 'upgrade' },
  devices: readonly HeldDevice[],
): Promise<CheckedUpgrade> {
  if (order.firmware_id) return checkImage(by, order.firmware_id, devices)
  if (order.uri) return { byDevice: none }
  return checkAgent(by, devices)
}

async function checkImage(by: Orderer, firmware_id: number, devices: readonly HeldDevice[]): Promise<CheckedUpgrade> {
  const image = await findFirmware(by, firmware_id)
  if (!image) return { all: { refusal: refuse(commonErrors.notFound), reason: 'no_image' }, byDevice: none }
  if (!isReady(image))
    return { all: { refusal: refuse(upgradeErrors.notReady), reason: 'image_unready' }, byDevice: none }
  const byDevice = new Map<number, CommandObstacle>()
  const ids = devices.map(({ id }) => id)
  for (const { id, model } of await unfitFor(by, image, ids))
    byDevice.set(id, { refusal: refuse(upgradeErrors.doesNotFit, { name: model }), reason: 'image_unfit', msg: model })
  const wayFor = await currentTransfers(by.system)
  for (const device of devices) {
    const { way, why } = wayFor(device, image)
    if (way || byDevice.has(device.id)) continue
    const refusal = refuse(upgradeErrors.noWay, { name: device.name, why: whyNot(why, by.lang) })
    byDevice.set(device.id, { refusal, reason: why[0] ?? 'no_image' })
  }
  return { image, byDevice }
}

/** Without an address only hosts with the agent of this server can be upgraded. */
async function checkAgent(by: Orderer, devices: readonly HeldDevice[]): Promise<CheckedUpgrade> {
  const refusal = refuse(upgradeErrors.noPackage, undefined, { fields: { uri: upgradeErrors.noPackage[by.lang] } })
  const obstacle: CommandObstacle = { refusal, reason: 'no_package' }
  const shipped = await shippedFamily()
  const others = devices.filter(({ family }) => family !== shipped)
  const byDevice = new Map(others.map(({ id }) => [id, obstacle]))
  const agent = others.length < devices.length || devices.length === 0 ? await agentPackage(by.system) : undefined
  if (agent) return { agent, byDevice }
  return others.length === devices.length && devices.length > 0 ? { byDevice } : { all: obstacle, byDevice }
}
