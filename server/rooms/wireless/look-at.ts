import type { Static } from 'typebox'
import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import type { Out } from '@belvedere/contract/kit/define-calls.ts'
import { say, type Words } from '@belvedere/contract/kit/text.ts'
import type { wirelessCalls } from '@belvedere/contract/rooms/wireless/wireless.ts'
import type { Edit } from '@belvedere/contract/rooms/intent/shapes.ts'
import type { Ctx } from '../../kernel/implement.ts'
import type { HeldDevice } from '../device/api.ts'
import { type CompiledDevice, compileDevices, diffDocuments, sealEdits } from '../intent/api.ts'

export type Looked = Out<typeof wirelessCalls.batch>['list'][number]
type Hunks = Static<typeof wirelessCalls.batch.out>['list'][number]['hunks']

/** Maximum number of devices described in full; the others are counted. */
const MOST = 200
const MOST_LINES = 120

const cannot: Words = { zh: '该设备不支持下发配置', en: 'This device cannot be configured' }
export const noRadio: Words = { zh: '该设备没有无线射频', en: 'This device has no radios' }
export const noBand: Words = { zh: '该设备没有所选频段的射频', en: 'This device has no radio for the bands chosen' }

/** The effect on each device: compiled without the edits and with them. */
export async function lookAt(
  ctx: Ctx,
  devices: readonly HeldDevice[],
  edits: readonly Edit[],
  skipped: ReadonlyMap<number, Words>,
): Promise<Map<number, Looked>> {
  const ids = devices.map(({ id }) => id)
  const [before, after] = [await compileDevices(ctx, ids), await compileDevices(ctx, ids, await sealEdits(ctx, edits))]
  return new Map(
    devices.map((device) => {
      const why = skipped.get(device.id) ?? (after.get(device.id)?.document ? undefined : cannot)
      const made = after.get(device.id)
      return [
        device.id,
        why || !made ? leftOut(ctx, device, why ?? cannot) : looked(ctx, device, before.get(device.id), made),
      ]
    }),
  )
}

const plain = ({ id, name, model, online }: HeldDevice) => ({
  id,
  name,
  model,
  online: online ? (1 as const) : (0 as const),
})

function leftOut({ lang }: Ctx, device: HeldDevice, why: Words): Looked {
  return { ...plain(device), changed: 0, added: 0, removed: 0, hunks: [], refusals: [], skipped: why[lang] }
}

function looked(ctx: Ctx, device: HeldDevice, before: CompiledDevice | undefined, after: CompiledDevice): Looked {
  const same = before !== undefined && before.digest === after.digest
  const diff = same ? { added: 0, removed: 0, hunks: [] } : diffDocuments(before?.document ?? null, after.document)
  const wifi = after.refusals.filter(({ intent }) => /^(wireless|radio)\//.test(intent))
  return {
    ...plain(device),
    changed: same ? 0 : 1,
    added: diff.added,
    removed: diff.removed,
    hunks: bounded(diff.hunks),
    refusals: wifi.slice(0, 20).map(({ intent, reason, instead }) => ({
      intent,
      reason: say(reason, ctx.lang),
      ...(instead === undefined ? {} : { instead }),
    })),
    skipped: '',
  }
}

function bounded(hunks: Hunks): Hunks {
  let left = MOST_LINES
  return hunks.flatMap((hunk) => {
    const lines = hunk.lines.slice(0, Math.max(0, left)).map((line) => ({ ...line, text: line.text.slice(0, 300) }))
    left -= lines.length
    return lines.length ? [{ ...hunk, lines }] : []
  })
}

/** Requested devices that are not the caller's. */
export function missing({ lang }: Ctx, ids: readonly number[], devices: readonly HeldDevice[]): Looked[] {
  const mine = new Set(devices.map(({ id }) => id))
  return ids
    .filter((id) => !mine.has(id))
    .map((id) => ({
      id,
      name: String(id),
      model: '',
      online: 0,
      changed: 0,
      added: 0,
      removed: 0,
      hunks: [],
      refusals: [],
      skipped: commonErrors.notFound[lang],
    }))
}

/** Excluded ones first, then those with refusals, then the others; the first of them in full. */
export function mostAffected(all: readonly Looked[]): Looked[] {
  const rank = ({ skipped, refusals }: Looked) => (skipped ? 0 : refusals.length ? 1 : 2)
  return [...all].sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name)).slice(0, MOST)
}
