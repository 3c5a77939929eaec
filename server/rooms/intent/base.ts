import { baseCalls } from '@belvedere/contract/rooms/intent/base.ts'
import { intentErrors as errors } from '@belvedere/contract/rooms/intent/errors.ts'
import type { Words } from '@belvedere/contract/kit/text.ts'
import { say } from '@belvedere/contract/kit/text.ts'
import type { DeviceDriver } from '@belvedere/drivers/kit/define-device-driver.ts'
import { discoverDrivers } from '../../devices/discover-drivers.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { isOpen } from './base-rules.ts'
import { intentChanged } from './changed.events.ts'
import { type DeviceConfig, holdConfig, type OpenBase, putOpenBase } from './config-store.ts'
import { type JsonRecord, saveDocuments } from './documents.ts'
import { findCapabilities, findTarget } from './store.ts'

export const calls = implement(baseCalls, {
  async import(ctx, { device_id, document }) {
    const config = await requireOpen(ctx, device_id)
    const driver = await driverOf(config)
    const [device] = await findCapabilities(ctx, [device_id])
    const parsed = parse(document)
    const why = parsed ? unlike(driver, device?.capabilities ?? {}, parsed) : notJson
    if (!parsed || why) throw refuse(errors.notDocument, { why: say(why ?? notJson, ctx.lang) })
    const [base = null] = await saveDocuments(ctx.system, ctx.db, [parsed], ctx.now())
    await begin(ctx, config, { base, base_at: ctx.now(), base_from: 'imported', base_open: false })
    return {}
  },
  async agree(ctx, { device_id, name }) {
    const config = await requireOpen(ctx, device_id)
    const target = await findTarget(ctx, { level: 2, target_id: device_id })
    if (name.trim() !== target?.name.trim()) throw refuse(errors.otherName, { name: target?.name ?? '' })
    const { base, base_open } = config.base_from === 'imported' ? { base: null, base_open: false } : config
    const driver = await driverOf(config)
    // only its reports are known
    const open = driver?.baseFrom !== undefined && (base === null || base_open)
    await begin(ctx, config, { base, base_at: ctx.now(), base_from: 'agreed', base_open: open })
    return {}
  },
})

/** The base of a device, for the log. */
export const openBaseOf = ({ base, base_at, base_from, base_open }: DeviceConfig) => ({
  base,
  base_at,
  base_from,
  base_open,
})

/** Stores the base, for a person or for an undo. */
export async function begin(ctx: Ctx, config: DeviceConfig, to: OpenBase): Promise<void> {
  await putOpenBase(ctx, config.device_id, to, ctx.now())
  const { scene_id, device_id } = config
  ctx.audit({ object: `base:${device_id}`, scene_id, before: openBaseOf(config), after: { ...to } })
  ctx.emit(intentChanged, { scene_id, ids: [device_id] })
}

/** A device to which nothing was sent and that could not be read. */
export async function requireOpen(ctx: Ctx, device_id: number): Promise<DeviceConfig> {
  const config = await holdConfig(ctx, device_id)
  if (!config?.verbs.includes('configure')) throw refuse(errors.badTarget)
  if (!isOpen(config)) throw refuse(errors.isKnown)
  return config
}

const driverOf = async ({ family }: DeviceConfig): Promise<DeviceDriver | undefined> =>
  (await discoverDrivers()).find((one) => one.family === family)

const notJson: Words = { zh: '不是 JSON 对象', en: 'it is not a JSON object' }
const says: Words = { zh: '其中没有该类设备的任何设置', en: 'it contains no settings of this device type' }
const cannot: Words = { zh: '该设备不支持下发配置', en: 'this device does not support configuration' }

/** Without the number, which the device reports separately. */
function parse(text: string): JsonRecord | undefined {
  try {
    const { uuid: _, ...document } = JSON.parse(text) as JsonRecord
    return Array.isArray(document) ? undefined : document
  } catch {
    return undefined
  }
}

/** Why a document cannot be the device's configuration; undefined: it can. */
function unlike(driver: DeviceDriver | undefined, capabilities: JsonRecord, document: JsonRecord): Words | undefined {
  if (!driver?.compile) return cannot
  const read = driver.readBack?.(document) ?? {}
  if (!Object.values(read).some((entries) => Object.keys(entries).length > 0)) return says
  return driver.compile({}, capabilities, document).missing
}
