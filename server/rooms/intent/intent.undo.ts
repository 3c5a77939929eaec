import { baseCalls } from '@belvedere/contract/rooms/intent/base.ts'
import { driftCalls } from '@belvedere/contract/rooms/intent/drift.ts'
import { intentCalls } from '@belvedere/contract/rooms/intent/intent.ts'
import { defineUndo, type Reversal } from '../../engines/undo/define-undo.ts'
import { begin, openBaseOf, requireOpen } from './base.ts'
import { findConfig, listRules, type OpenBase } from './config-store.ts'
import { calls } from './drift.ts'

type IntentPlaces = Record<string, true | null>

const rules: Reversal = {
  kind: 'drift',
  async read(ctx, device_id, request) {
    const there = new Set((await listRules(ctx, device_id)).map(({ place }) => place))
    const places = Object.keys((request['ignored'] ?? {}) as IntentPlaces)
    return { ignored: Object.fromEntries(places.map((place) => [place, there.has(place) ? true : null])) }
  },
  async change(ctx, device_id, to) {
    const input = Object.entries(to['ignored'] as IntentPlaces)
    const places = input.flatMap(([place, ignored]) => (ignored ? [place] : []))
    const heeded = input.flatMap(([place, ignored]) => (ignored ? [] : [place]))
    const ids = (await listRules(ctx, device_id)).flatMap(({ id, place }) => (heeded.includes(place) ? [id] : []))
    if (places.length > 0) await calls.handlers.ignore(ctx, { device_id, places })
    if (ids.length > 0) await calls.handlers.heed(ctx, { device_id, ids })
  },
}

/** As long as nothing was sent to the device. */
const base: Reversal = {
  kind: 'base',
  async read(ctx, device_id) {
    const config = await findConfig(ctx, device_id)
    return config && openBaseOf(config)
  },
  async change(ctx, device_id, to) {
    const config = await requireOpen(ctx, device_id)
    await begin(ctx, config, { ...openBaseOf(config), ...to } as OpenBase)
  },
}

const bySet = {
  zh: '期望配置请通过变更单改回',
  en: 'The desired configuration is restored by a change set',
  to: '/config/change',
}
const looked = { zh: '读取不改变设备', en: 'Reading changes nothing on the device' }

export const ofDrift = defineUndo(driftCalls, { adopt: bySet, ignore: rules, heed: rules })
export const ofBases = defineUndo(baseCalls, { import: base, agree: base })
export const ofIntents = defineUndo(intentCalls, { read: looked })
