import { isSilent } from '../../../kit/refusal.ts'
import type { Device } from '../device-table/device.ts'
import { nameOf } from '../device-table/device.ts'

/** What became of an action on several devices, before or without a task. */
export interface Outcome {
  total_cnt: number
  err_cnt: number
  rejected?: readonly { id: number; name: string; reason: string }[]
  task_id?: number
}

/** Calls under way at a time where the API takes one device a call. */
const lanes = 4

/** Runs one call a device and gathers what was refused, with the server's words. */
export async function forEach(
  devices: readonly Device[],
  work: (device: Device) => Promise<unknown>,
): Promise<Outcome> {
  const rejected: { id: number; name: string; reason: string }[] = []
  const queue = [...devices]
  const lane = async () => {
    for (let device = queue.shift(); device; device = queue.shift()) {
      try {
        await work(device)
      } catch (error) {
        if (!isSilent(error)) rejected.push({ id: device.id, name: nameOf(device), reason: (error as Error).message })
      }
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return { total_cnt: devices.length, err_cnt: rejected.length, rejected }
}

/** Ids in one query string; more would not fit into the head of a request. */
const chunk = 500

/** One outcome of calls that take many ids, sent in pieces. */
export async function inChunks(ids: readonly number[], work: (ids: number[]) => Promise<Outcome>): Promise<Outcome> {
  const whole = { total_cnt: 0, err_cnt: 0, rejected: [] as NonNullable<Outcome['rejected']>[number][] }
  for (let at = 0; at < ids.length; at += chunk) {
    const { total_cnt, err_cnt, rejected = [] } = await work(ids.slice(at, at + chunk))
    whole.total_cnt += total_cnt
    whole.err_cnt += err_cnt
    whole.rejected.push(...rejected)
  }
  return whole
}
