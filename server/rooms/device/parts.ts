import type { Out } from '@belvedere/contract/kit/define-calls.ts'
import type { deviceCalls } from '@belvedere/contract/rooms/device/device.ts'
import type { QueryContext } from '../../kernel/db.ts'
import { discoverAll } from '../../kernel/discovery/discover.ts'
import type { Ctx } from '../../kernel/implement.ts'
import type { DeviceRow } from './store.ts'

// Lists and pages of devices show data of rooms above this one: each of those defines its part.

type DetailAnswer = Out<typeof deviceCalls.detail>
type DetailPart = 'tasks' | 'terminals'

/** A part of the page of one device. */
export interface DeviceDetail<Of extends DetailPart = DetailPart> {
  readonly of: Of
  read(ctx: Ctx, device_id: number): Promise<DetailAnswer[Of]>
}

type OtherRow = Out<typeof deviceCalls.other>['list'][number]

/** A column of the list of other devices, by device. */
export interface OtherColumn {
  readonly of: 'third'
  read(at: QueryContext, device_ids: readonly number[]): Promise<ReadonlyMap<number, OtherRow['third']>>
}

const detail = Symbol.for('belvedere.device-detail')
const column = Symbol.for('belvedere.other-column')

const isMarked = (value: unknown, mark: symbol) => typeof value === 'object' && value !== null && mark in value

/** Export the result from a file of the room. */
export function defineDeviceDetail<Of extends DetailPart>(stated: DeviceDetail<Of>): DeviceDetail<Of> {
  Object.defineProperty(stated, detail, { value: true })
  return stated
}

/** Export the result from a file of the room. */
export function defineOtherColumn(stated: OtherColumn): OtherColumn {
  Object.defineProperty(stated, column, { value: true })
  return stated
}

const isDetail = (value: unknown): value is DeviceDetail => isMarked(value, detail)
const isColumn = (value: unknown): value is OtherColumn => isMarked(value, column)

/** The parts of a device page that other rooms define. */
export async function detailsOf(ctx: Ctx, device_id: number): Promise<Pick<DetailAnswer, DetailPart>> {
  const stated = await discoverAll(isDetail)
  const read = await Promise.all(stated.map(async (one) => [one.of, await one.read(ctx, device_id)] as const))
  return { tasks: [], terminals: [], ...Object.fromEntries(read) }
}

/** Rows of the list of other devices with the columns of other rooms. */
export async function withColumns(at: QueryContext, list: readonly DeviceRow[]): Promise<OtherRow[]> {
  const ids = list.map(({ id }) => id)
  const stated = await discoverAll(isColumn)
  const columns = await Promise.all(stated.map((one) => one.read(at, ids)))
  return list.map((device) => ({ ...device, third: columns.map((one) => one.get(device.id)).find(Boolean) ?? null }))
}
