import { randomUUID } from 'node:crypto'
import { campaignCalls } from '@belvedere/contract/rooms/firmware/campaign.ts'
import type { System } from '../../../kernel/implement.ts'
import { endItems, type ItemEnd } from '../../task/api.ts'
import { actAs } from '../../../engines/act-as/act-as.ts'
import { campaignUpdated } from '../api.ts'
import { firmwareOf, type Firmware } from '../store.ts'
import { decide, type RunDevice, type UpgradeStep } from './decide.ts'
import {
  type CampaignRow,
  type DriveRow,
  getRun,
  type RecordedMove,
  saveMoves,
  saveRun,
  leases,
  listDriven,
} from './store.ts'
import { upgradeDevice } from './upgrade-device.ts'
import { inHours } from './window.ts'

/** Seconds without a sign of life after which another driver takes over. */
export const LEASE = 20

export type DriveOutcome = 'again' | 'idle' | 'over'

/**
 * Drives one campaign: reads its state, decides, writes the decision, carries it out. Several drivers may try; the
 * lease admits one. In addition to the rows it knows only the devices whose answers it waits for.
 */
export class CampaignDriver {
  private readonly system: System
  private readonly id: number
  private readonly me: string
  private readonly now: () => number
  /** Devices with a running command, with a promise of its end. */
  private readonly held = new Map<number, Promise<void>>()

  constructor(
    system: System,
    id: number,
    { me = randomUUID(), now = system.now }: { me?: string; now?: () => number } = {},
  ) {
    this.system = system
    this.id = id
    this.me = me
    this.now = now
  }

  /**
   * One step. `again`: commands are running; `idle`: it waits for people or for a time; `over`: the campaign has ended.
   */
  async tick(): Promise<DriveOutcome> {
    const { system, id, me, now } = this
    const { db } = system
    if (!(await leases.take(db, id, me, LEASE))) return this.held.size > 0 ? 'again' : 'over'
    const run = await getRun(db, id)
    if (!run || run.ended_at !== null) return 'over'
    const rows = await listDriven(db, id)
    const images = await this.imagesOf(run, rows)
    const devices = await this.seen(run, rows, images)
    const decision = decide(run, run.options, devices, new Set(this.held.keys()), now())
    const was = new Map(rows.map((row) => [row.id, row.step]))
    const moves = decision.moves.map((move) => ({ ...move, was: was.get(move.id) ?? move.step }))
    const kept = await this.keep(run, moves)
    await saveRun(db, run, me, decision.to, now())
    if (kept.size > 0 || decision.to.state !== run.state || decision.to.phase !== run.phase) this.tell(rows)
    const steps = new Map(moves.map(({ id: device_id, step_index }) => [device_id, step_index]))
    for (const row of rows) {
      if (!decision.begin.includes(row.id) || !kept.has(row.id)) continue
      this.begin(run, rows, row, images.get(row.path[steps.get(row.id) ?? row.step_index] ?? 0))
    }
    if (decision.to.ended) return 'over'
    return this.held.size > 0 || decision.to.phase === 'wave' ? 'again' : 'idle'
  }

  /** Resolves when no command is running. */
  async settled(): Promise<void> {
    await Promise.all(this.held.values())
  }

  private async imagesOf({ team_id }: CampaignRow, rows: readonly DriveRow[]): Promise<Map<number, Firmware>> {
    const ids = [...new Set(rows.flatMap(({ path }) => path))]
    const found = await firmwareOf(this.system, ids)
    return new Map(found.filter((one) => one.team_id === null || one.team_id === team_id).map((one) => [one.id, one]))
  }

  private async seen(
    { uid, options }: CampaignRow,
    rows: readonly DriveRow[],
    images: ReadonlyMap<number, Firmware>,
  ): Promise<RunDevice[]> {
    const rights = await actAs(this.system, uid, campaignCalls.upgrade)
    const lostIn = (scene_id: number) => ('lost' in rights ? rights.lost : rights.lossIn(scene_id))
    const { window_from: from, window_to: to } = options
    const hours = from && to ? { from, to } : undefined
    return rows.map(({ path, now_in, time_zone, ...row }) => ({
      ...row,
      path: path.map((image) => images.get(image)?.version ?? ''),
      in_window: inHours(hours, this.now(), time_zone),
      lost: now_in === row.scene_id ? lostIn(now_in) : 'gone',
    }))
  }

  /** Writes moves and, of devices that ended, the items of the task. Returns those that were written. */
  private async keep(
    run: Pick<CampaignRow, 'task_id'>,
    moves: readonly (RecordedMove & { was: UpgradeStep })[],
  ): Promise<Set<number>> {
    if (moves.length === 0) return new Set()
    return this.system.database.transaction(async (db) => {
      const kept = new Set(await saveMoves(db, this.id, this.me, moves, this.now()))
      const ends = moves.flatMap((move) => (kept.has(move.id) ? (endOf(move) ?? []) : []))
      if (ends.length > 0) await endItems({ ...this.system, db }, run.task_id, this.now(), ends)
      return kept
    })
  }

  private begin(run: CampaignRow, rows: readonly DriveRow[], device: DriveRow, image: Firmware | undefined): void {
    const { id: device_id } = device
    const move = async (was: UpgradeStep, to: RecordedMove) => {
      const kept = await this.keep(run, [{ ...to, was }])
      this.tell(rows)
      return kept.has(device_id)
    }
    const work = upgradeDevice(this.system, { run, device, image, now: this.now, move })
      .catch((error: unknown) => {
        // the row stays unchanged; the next step checks the running version
        this.system.log.error({ device_id, error: String((error as Error)?.stack ?? error) }, 'campaign')
      })
      .finally(() => this.held.delete(device_id))
    this.held.set(device_id, work)
  }

  private tell(rows: readonly DriveRow[]): void {
    const scene_ids = [...new Set(rows.map(({ scene_id }) => scene_id))]
    this.system.emit(campaignUpdated, { id: this.id, scene_ids })
    for (const scene_id of scene_ids) this.system.tell({ topic: 'task', scene_id })
  }
}

const reasons: Readonly<Record<string, string>> = {
  refused: 'failed',
  no_answer: 'timeout',
  image_gone: 'failed',
}

/** The task item of a device that ended; undefined while it continues. */
function endOf({ id: device_id, step, reason, msg = '' }: RecordedMove): ItemEnd | undefined {
  const said = { device_id, reason: reason && (reasons[reason] ?? reason), msg }
  if (step === 'done') return { ...said, result: 0 }
  if (step === 'failed' || step === 'lost') return { ...said, result: 1 }
  return step === 'cancelled' ? { ...said, result: 4 } : undefined
}
