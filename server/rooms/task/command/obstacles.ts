import type { HeldDevice } from '../../device/api.ts'
import type { CommandObstacle, Obstacles, Plan } from './plan.ts'

const none: ReadonlyMap<number, CommandObstacle> = new Map()

/** A call that gives an order refuses it for the first of its devices that cannot have it. */
export function requireNone({ all, byDevice }: Obstacles): void {
  const first = all ?? byDevice.values().next().value
  if (first) throw first.refusal
}

/** Devices to which a plan whose time has come does not apply, with the reason. */
export async function refusedOf(
  plan: Plan,
  devices: readonly HeldDevice[],
): Promise<ReadonlyMap<number, CommandObstacle>> {
  const { all, byDevice } = (await plan.obstacles?.(devices)) ?? { byDevice: none }
  return all ? new Map(devices.map(({ id }) => [id, all])) : byDevice
}
