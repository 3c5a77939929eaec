import { intentErrors as errors } from '@belvedere/contract/rooms/intent/errors.ts'
import type { PortChoices } from '@belvedere/contract/kit/intent/fields.ts'
import { intentCalls } from '@belvedere/contract/rooms/intent/intent.ts'
import { intentKinds, isStatedAt } from '@belvedere/contract/kit/intent/kinds.ts'
import type { Effective, IntentKind } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import type { DeviceDriver } from '@belvedere/drivers/kit/define-device-driver.ts'
import { discoverDrivers } from '../../devices/discover-drivers.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { intentChanged } from './changed.events.ts'
import { type DeviceConfig, findConfig } from './config-store.ts'
import { isUnknown } from './base-rules.ts'
import { loadDocuments } from './documents.ts'
import { lookAt } from './drift-of.ts'
import { chainsOf } from './provenance-rules.ts'
import { readBase } from './read-base.job.ts'
import { lineWith } from './line-rules.ts'
import { hideFields } from './secrets.ts'
import {
  findCapabilities,
  findIntents,
  findTarget,
  intentsFor,
  listConfigured,
  listIntents,
  type IntentTarget,
  type TargetFacts,
} from './store.ts'

/** As in the contract. */
const FOUND = 8

export const calls = implement(intentCalls, {
  async list(ctx, target) {
    const rows = await listIntents(ctx, target)
    return {
      list: rows.map(({ id, kind, key, fields, removed, rev, changed_by, changed_at }) => ({
        id,
        kind,
        key,
        fields: hideFields(kind, fields),
        removed: flag(removed),
        rev,
        changed_by,
        changed_at,
      })),
    }
  },
  async find(ctx, { search }) {
    const text = search.trim().toLowerCase()
    if (text.length < 2) return { list: [] }
    const rows = await findIntents(ctx, text)
    const found = rows.flatMap(({ fields, ...row }) => {
      // searches the displayed text: a text that occurs in a secret only is not found
      const line = lineWith(text, row.key, hideFields(row.kind, fields))
      return line === undefined ? [] : [{ ...row, line }]
    })
    return { list: found.slice(0, FOUND) }
  },
  async effective(ctx, input) {
    const target = await findTarget(ctx, input)
    if (!target) throw refuse(errors.badTarget)
    const [had, rows] = await Promise.all([hadBy(ctx, target), rowsFor(ctx, target)])
    const entries = chainsOf(had.fields, had.origin, rows, target.level)
    const drivers = await discoverDrivers()
    return { target, entries, kinds: kindsOf(drivers, target.level, had.device), ports: portsOf(drivers, had.device) }
  },
  async state(ctx, { device_id }) {
    const config = await requireConfig(ctx, device_id)
    const { sync, message, sync_at, desired_uuid, config_uuid, base_at, base_from, scene_id, verbs } = config
    return {
      sync,
      said: message,
      sync_at,
      desired_uuid,
      reported_uuid: config_uuid,
      base_at,
      base_from,
      blocked: flag(verbs.includes('configure') && isUnknown(config)),
      scene_id,
      configurable: flag(verbs.includes('configure')),
      readable: flag(verbs.includes('running')),
    }
  },
  async read(ctx, { device_id }) {
    const config = await requireConfig(ctx, device_id)
    if (config.base_at === 0) await readBase(ctx.system, device_id)
    const found = await lookAt(ctx, await requireConfig(ctx, device_id), ctx.now())
    if ('why' in found) throw refuse(errors.notReadable, { why: found.why[ctx.lang] })
    ctx.audit({ object: `device:${device_id}`, scene_id: config.scene_id, after: { read: found.differences } })
    ctx.emit(intentChanged, { scene_id: config.scene_id, ids: [device_id] })
    return { sync: found.sync, differences: found.differences }
  },
})

const flag = (is: boolean): 0 | 1 => (is ? 1 : 0)

async function requireConfig(ctx: Ctx, device_id: number): Promise<DeviceConfig> {
  const config = await findConfig(ctx, device_id)
  if (!config) throw refuse(errors.badTarget)
  return config
}

/** Rows of the target and of the levels above it. */
function rowsFor(ctx: Ctx, { level, target_id, scene_id, group_id }: TargetFacts) {
  const of = (wanted: IntentTarget['level'], id: number | null) => (level >= wanted && id !== null ? [id] : [])
  return intentsFor(ctx, {
    scenes: of(0, scene_id),
    groups: level === 0 ? [] : of(1, group_id),
    devices: of(2, level === 2 ? target_id : null),
  })
}

interface Had {
  fields: Effective
  origin: 'default' | 'base'
  device?: { family: string; capabilities: Record<string, unknown> }
}

/** The base of a device: its configuration at adoption, else the document that its driver starts with. */
async function hadBy(ctx: Ctx, { level, target_id }: IntentTarget): Promise<Had> {
  const [found] = level === 2 ? await listConfigured(ctx, [target_id]) : []
  if (!found) return { fields: {}, origin: 'default' }
  const [said] = await findCapabilities(ctx, [target_id])
  const { base, family } = found
  const device = { family, capabilities: said?.capabilities ?? {} }
  const driver = (await discoverDrivers()).find((one) => one.family === family)
  if (!driver?.compile || !driver.readBack) return { fields: {}, origin: 'default', device }
  if (base === null) {
    const { document } = driver.compile({}, device.capabilities, null)
    return { fields: driver.readBack(document), origin: 'default', device }
  }
  const open = await loadDocuments(ctx.system, ctx.db, [base])
  return { fields: driver.readBack(open(base)), origin: 'base', device }
}

/**
 * The intent kinds that the family of the device supports and that are allowed at the level; for a level above a
 * device, those of any family.
 */
function kindsOf(drivers: readonly DeviceDriver[], level: TargetFacts['level'], device: Had['device']): IntentKind[] {
  const able = drivers.filter(({ family }) => !device || family === device.family)
  return intentKinds
    .filter((kind) => isStatedAt(kind, level) && able.some(({ kinds }) => kinds?.includes(kind.name)))
    .map(({ name }) => name)
}

/** For a device, its ports; for a level above, those of all its devices. */
function portsOf(drivers: readonly DeviceDriver[], device: Had['device']): PortChoices {
  const choices = drivers.flatMap(({ family, ports }) =>
    ports && (!device || family === device.family) ? [ports(device?.capabilities ?? {})] : [],
  )
  return {
    speeds: [...new Set(choices.flatMap(({ speeds }) => speeds))].sort((a, b) => a - b),
    negotiates: flag(choices.some(({ negotiates }) => negotiates)),
    duplexes: [...new Set(choices.flatMap(({ duplexes }) => duplexes))],
  }
}
