import sql from 'sql-template-tag'
import type { CommandResult, DeviceCommand, Remark } from '@belvedere/drivers/kit/facts.ts'
import type { CommandAnswer } from '../../devices/device-link.ts'
import { commandSubject } from '../../devices/device-link.ts'
import type { System } from '../../kernel/implement.ts'

type TestDeviceConfig = Record<string, unknown>
interface Runs {
  uuid: number
  config: TestDeviceConfig
}

/**
 * For tests: a device behind the gateway's subject, with a configuration, a commit-confirm timer and a network that it
 * can lose.
 */
export interface StubDevice {
  readonly id: number
  readonly runs: Runs
  /** Number of configurations that it was sent. */
  readonly told: number
  readonly armed: boolean
  stop(): void
}

export interface StubOptions {
  running: Runs
  /** False: it does not support `arm`. */
  arms?: boolean
  /** It supports neither `arm` nor `running`. */
  silent?: boolean
  /** With such a configuration it is unreachable. */
  cutBy?(config: TestDeviceConfig): boolean
  /** It refuses such a configuration. */
  refuses?(config: TestDeviceConfig): boolean
  /** Its remarks on a configuration, of which it then applies the rest. */
  remarks?(config: TestDeviceConfig): Remark[]
  /** It cannot report its configuration on request; it reports its number by itself, this many ms later. */
  reports?: number
  /** Called when its state is requested. */
  refreshed?(): Promise<unknown>
  /** Every new configuration disconnects it; it reconnects with the former one before it is queried. */
  blinks?: boolean
  /** The length of a second, ms. */
  second?: number
}

export function stubDevice(system: System, id: number, options: StubOptions): StubDevice {
  let runs = options.running
  let kept: Runs | undefined
  let waitsFor = 0
  let told = 0
  let timer: NodeJS.Timeout | undefined
  let leave: (() => void) | undefined
  const ok = (data?: unknown): CommandResult => ({ result: 0, msg: '', ...(data === undefined ? {} : { data }) })
  const no = (msg: string): CommandResult => ({ result: 1, msg })

  const report = (uuid: number) =>
    system.db.run(sql`update device_state set config_uuid = ${uuid} where device_id = ${id}`).catch(() => undefined)
  const take = (next: Runs) => {
    runs = next
    if (options.cutBy?.(next.config)) {
      leave?.()
      leave = undefined
    } else leave ??= serve()
    if (options.reports !== undefined) setTimeout(() => void report(next.uuid), options.reports)
  }
  const back = () => {
    timer = undefined
    waitsFor = 0
    if (kept) take(kept)
    kept = undefined
  }
  const verbs: Record<string, (args: Record<string, unknown>) => CommandResult> = {
    running: () => ok({ uuid: runs.uuid, config: runs.config }),
    arm: ({ uuid, seconds }) => {
      kept ??= runs
      waitsFor = Number(uuid)
      clearTimeout(timer)
      timer = setTimeout(back, Number(seconds) * (options.second ?? 1000))
      return ok()
    },
    configure: ({ uuid, config }) => {
      told++
      if (options.refuses?.(config as TestDeviceConfig)) return no('no')
      if (options.blinks)
        return { ...no(`it came back with ${runs.uuid}`), data: { uuid: runs.uuid, rejected: [], back: true } }
      take({ uuid: Number(uuid), config: config as TestDeviceConfig })
      const rejected = options.remarks?.(config as TestDeviceConfig) ?? []
      return { ...ok({ uuid, rejected }), ...(rejected.length > 0 ? { result: 2 as const, msg: 'Rejects' } : {}) }
    },
    confirm: ({ uuid }) => {
      if (kept && waitsFor !== Number(uuid)) return no('not armed for this configuration')
      clearTimeout(timer)
      kept = undefined
      return ok()
    },
  }
  const answer = async ({ verb, args }: DeviceCommand): Promise<CommandAnswer> => {
    if (verb === 'refresh' && options.refreshed) return ok(await options.refreshed())
    return verbs[verb] && (verb === 'configure' || (!options.silent && (options.arms !== false || verb === 'running')))
      ? verbs[verb](args)
      : { unsupported: true }
  }
  const serve = () => system.bus.serve(commandSubject(id), answer as (payload: never) => Promise<unknown>)
  leave = serve()
  return {
    id,
    get runs() {
      return runs
    },
    get told() {
      return told
    },
    get armed() {
      return kept !== undefined
    },
    stop() {
      clearTimeout(timer)
      leave?.()
    },
  }
}
