import { randomBytes } from 'node:crypto'
import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import type { In } from '@belvedere/contract/kit/define-calls.ts'
import type { monitoredCalls } from '@belvedere/contract/rooms/monitor/monitored.ts'
import { formatMac, macDigits } from '@belvedere/pure/network/mac.ts'
import { deviceSceneChanged } from '../../../devices/device-link.ts'
import type { Ctx } from '../../../kernel/implement.ts'
import { pollChanged } from '../../../devices/poll-link.ts'
import { refuse } from '../../../kernel/refuse.ts'
import { openVault } from '../../../base/keys/vault.ts'
import { makerOfMac } from '../../../engines/addresses/api.ts'
import { requireDevices } from '../../device/api.ts'
import { findLogo } from '../logo/store.ts'
import { checkAddress, checkMonitor } from './check-input.ts'
import { sealSecrets } from './sealed.ts'
import { addMonitoredDevices, type NewMonitoredRow, sealMonitored, type NewMonitoredDevice } from './store.ts'
import type { PlainMonitor } from './monitored-rules.ts'

export type MonitoredInput = Omit<In<typeof monitoredCalls.mod>, 'id' | 'scene_id'> & { scene_id: number }

const letters = 'abcdefghijklmnopqrstuvwxyz234567'

/** A serial number for a device that has none, in the scheme `monitored`: no certificate contains it. */
export const newSerial = (): string => `m-${Array.from(randomBytes(12), (byte) => letters[byte % 32]).join('')}`

/** Adds one device and polls it immediately. Returns its id. */
export async function addMonitored(ctx: Ctx, input: MonitoredInput): Promise<number> {
  const ip = await checkAddress(ctx, input.ip, input.monitor)
  const { plain, secrets } = checkMonitor(ctx, input.monitor, {})
  const { by, at, ...row } = await monitoredContentOf(ctx, { ...input, ip }, plain)
  await requireDevices(ctx, [input.scene_id])
  const [made] = await addMonitoredDevices(ctx, input.scene_id, [{ ...row, serial: newSerial() }], { by, at })
  if (!made) throw new Error('a device was not added')
  const sealed = sealSecrets(await openVault(ctx.system.config.data), made.id, secrets)
  if (sealed) await sealMonitored(ctx, [{ id: made.id, sealed }])
  noteAdded(ctx, input.scene_id, [{ id: made.id, ...newMonitoredOf(input, ip, plain) }])
  return made.id
}

export const newMonitoredOf = (
  { name, kind }: Pick<MonitoredInput, 'name' | 'kind'>,
  ip: string,
  monitor: PlainMonitor,
): Pick<NewMonitoredRow, 'name' | 'kind' | 'ip' | 'monitor'> => ({ name: name.trim(), kind, ip, monitor })

/** Writes the audit entry, and notifies the gateways and the browsers. */
export function noteAdded(
  ctx: Pick<Ctx, 'audit' | 'emit'>,
  scene_id: number,
  made: readonly { id: number; name: string; kind: string; ip: string; monitor: PlainMonitor }[],
): void {
  for (const { id, ...after } of made) ctx.audit({ object: `device:${id}`, name: after.name, scene_id, after })
  ctx.emit(pollChanged, { device_ids: made.slice(0, 100).map(({ id }) => id) })
  const [first] = made
  if (first) ctx.emit(deviceSceneChanged, { device_id: first.id, scene_id, from: 0 })
}

/** The stored fields of a device: its normalized address, its manufacturer by that address, a picture of the caller. */
export async function monitoredContentOf(
  ctx: Ctx,
  input: Pick<MonitoredInput, 'name' | 'kind' | 'mac' | 'logo_id'> & { ip: string },
  monitor: PlainMonitor,
): Promise<NewMonitoredDevice> {
  const mac = macOf(ctx, input.mac)
  if (input.logo_id && !(await findLogo(ctx, input.logo_id))) throw refuse(commonErrors.notFound)
  return {
    ...newMonitoredOf(input, input.ip, monitor),
    mac,
    vendor: mac ? makerOfMac(mac, ctx.lang) : '',
    logo_id: input.logo_id || null,
    by: ctx.session?.name ?? '',
    at: ctx.now(),
  }
}

const badMac = { zh: '应为 12 位十六进制的 MAC 地址', en: 'is not a MAC address of 12 hexadecimal digits' }

export function macOf({ lang }: Pick<Ctx, 'lang'>, typed: string | undefined): string | null {
  if (!typed?.trim()) return null
  const digits = macDigits(typed)
  if (!/^[0-9a-f]{12}$/.test(digits)) throw refuse(commonErrors.badInput, undefined, { fields: { mac: badMac[lang] } })
  return formatMac(digits)
}
