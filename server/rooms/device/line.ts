import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { deviceErrors as errors } from '@belvedere/contract/rooms/device/errors.ts'
import { lineCalls } from '@belvedere/contract/rooms/device/line.ts'
import { lineSpeedFrom } from '@belvedere/contract/rooms/device/line/enums.ts'
import { parseIpv4 } from '@belvedere/pure/network/ipv4.ts'
import { parseIpv6 } from '@belvedere/pure/network/ipv6.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { defineUndo, type Reversal } from '../../engines/undo/define-undo.ts'
import { deviceLineSet } from './api.ts'
import { saveLine, type LineSetting, linesOf, peaksOf } from './line/store.ts'
import { sendTargets } from './line/send-targets.listener.ts'
import { holdDevices } from './store.ts'

const WEEK = 7 * 86_400

export const calls = implement(lineCalls, {
  async list(ctx, { id }) {
    const found = await linesOf(ctx, id)
    if (!found) throw refuse(commonErrors.notFound)
    const peaks = new Map((await peaksOf(ctx, id, ctx.now() - WEEK)).map((one) => [one.name, one]))
    const set = new Map(found.set.map((one) => [one.name, one]))
    const list = [...new Set([...found.told, ...set.keys()])].map((name) => ({
      ...(set.get(name) ?? nothing(name)),
      peak_down_mbps: megabits(peaks.get(name)?.rx),
      peak_up_mbps: megabits(peaks.get(name)?.tx),
    }))
    return { list, measures: found.verbs.includes('measure') ? (1 as const) : (0 as const) }
  },

  async set(ctx, { id, name, down_mbps = null, up_mbps = null, speed_from, targets = null }) {
    const [device] = await holdDevices(ctx, [id])
    const found = device && (await linesOf(ctx, id))
    if (!found) throw refuse(commonErrors.notFound)
    const before = found.set.find((one) => one.name === name) ?? nothing(name)
    if (!found.told.includes(name) && !found.set.includes(before)) throw refuse(errors.noSuchLine, { name })
    if (targets) requireTargets(targets, found.verbs)
    const known = down_mbps !== null || up_mbps !== null
    const { unknown, entered } = lineSpeedFrom.id
    const line: LineSetting = { name, down_mbps, up_mbps, speed_from: known ? speed_from || entered : unknown, targets }
    await saveLine(ctx.db, id, line)
    const { scene_id } = device
    ctx.audit({ object: `device:${id}`, name: device.name, scene_id, before: linesAs(before), after: linesAs(line) })
    ctx.emit(deviceLineSet, { device_id: id, scene_id })
    if (targets?.join() !== before.targets?.join()) ctx.afterwards(() => sendTargets(ctx.system, [id], [id]))
    return {}
  },
})

const nothing = (name: string): LineSetting => ({ name, down_mbps: null, up_mbps: null, speed_from: 0, targets: null })

const megabits = (octets: number | null | undefined) =>
  octets === null || octets === undefined || !Number.isFinite(octets) ? null : Math.round(octets * 8e-4) / 100

function requireTargets(targets: readonly string[], verbs: readonly string[]): void {
  if (!verbs.includes('measure')) throw refuse(errors.measuresNot)
  const wrong = targets.find((target) => parseIpv4(target) === undefined && parseIpv6(target) === undefined)
  if (wrong !== undefined) throw refuse(errors.badTarget, { target: wrong })
}

/** The settings of a line as a member of its device. */
const linesAs = ({ name, ...line }: LineSetting) => ({ [`line ${name}`]: line })

const line: Reversal = {
  kind: 'device',
  async read(ctx, id, input) {
    const found = await linesOf(ctx, id)
    const names = Object.keys(input).map((key) => key.replace(/^line /, ''))
    return (
      found &&
      Object.assign({}, ...names.map((name) => linesAs(found.set.find((one) => one.name === name) ?? nothing(name))))
    )
  },
  async change(ctx: Ctx, id, to) {
    for (const [key, value] of Object.entries(to)) {
      const name = key.replace(/^line /, '')
      await calls.handlers.set(ctx, { id, ...(value as Omit<LineSetting, 'name'>), name })
    }
  },
}

export const undo = defineUndo(lineCalls, { set: line })
