import type { In, Out } from '@belvedere/contract/kit/define-calls.ts'
import type { firmwareCalls } from '@belvedere/contract/rooms/firmware/firmware.ts'
import type { Ctx } from '../../kernel/implement.ts'
import { newestFor, pathTo, standing } from './rules.ts'
import { allFirmware, countKinds, type Firmware, type FirmwareKind, kindsOf } from './store.ts'

type FirmwareCheckInput = In<typeof firmwareCalls.check>
type FirmwareCheckAnswer = Out<typeof firmwareCalls.check>
type CheckedModel = FirmwareCheckAnswer['models'][number]

/** Outdated devices: by model, and each requested device by id. */
export async function checkDevices(
  ctx: Ctx,
  { ids, scene_id, channel }: FirmwareCheckInput,
): Promise<FirmwareCheckAnswer> {
  const images = await allFirmware(ctx)
  const beta = channel === 'beta'
  const devices = ids ? await kindsOf(ctx, ids) : []
  const kinds: FirmwareKind[] = ids ? devices.map((one) => ({ ...one, total: 1 })) : await countKinds(ctx, scene_id)
  const models = countModels(images, kinds, beta)
  return {
    total: models.reduce((sum, { total }) => sum + total, 0),
    behind: models.reduce((sum, { behind }) => sum + behind, 0),
    models,
    devices: devices.flatMap((one) => behindOf(images, one, beta)),
  }
}

function behindOf(
  images: readonly Firmware[],
  one: Omit<FirmwareKind, 'total'> & { id: number },
  beta: boolean,
): FirmwareCheckAnswer['devices'] {
  const newest = newestFor(images, one, beta)
  if (!newest || standing(newest, one.firmware) !== 'behind') return []
  const hops = pathTo(images, one, newest)
  const versions = hops?.slice(0, -1).map(({ version }) => version) ?? null
  return [{ id: one.id, firmware_id: newest.id, version: newest.version, hops: versions }]
}

function countModels(images: readonly Firmware[], kinds: readonly FirmwareKind[], beta: boolean): CheckedModel[] {
  const models = new Map<string, CheckedModel>()
  for (const kind of kinds) {
    const newest = newestFor(images, kind, beta)
    const key = `${kind.vendor}\0${kind.model}`
    const row = models.get(key) ?? {
      model: kind.model,
      vendor: kind.vendor,
      total: 0,
      behind: 0,
      firmware_id: newest?.id ?? null,
      version: newest?.version ?? '',
      old: [],
    }
    row.total += kind.total
    if (newest && standing(newest, kind.firmware) === 'behind') {
      row.behind += kind.total
      if (!row.old.includes(kind.firmware)) row.old.push(kind.firmware)
    }
    models.set(key, row)
  }
  return [...models.values()].sort((a, b) => b.behind - a.behind || b.total - a.total || (a.model < b.model ? -1 : 1))
}
