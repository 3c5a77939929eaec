import type { Db } from '../../kernel/db.ts'
import type { System } from '../../kernel/implement.ts'

/** Rows of a room that recur in the time zone of their scene; each stores its next time. */
export interface StoredSchedule<Row> {
  /** The row that has been due for longest, locked until the transaction ends; locked rows are skipped. */
  takeDue(db: Db, now: number): Promise<Row | undefined>
  /** Rows of a scene with a next time, with the scene's present time zone. */
  ofScene(db: Db, scene_id: number): Promise<Row[]>
  /** Rows whose next time is later. */
  after(db: Db, at: number): Promise<(Row & { next_at: number | null })[]>
  nextOf(row: Row, now: number): number | null | undefined
  setNext(db: Db, row: Row, next_at: number | null): Promise<void>
}

type ScheduleClock = Pick<System, 'db' | 'now'>
type ScheduleRecord<Row> = Omit<StoredSchedule<Row>, 'takeDue'>

/** Runs after the commit of the transaction that started it. */
export type Following = () => Promise<unknown>

/**
 * Starts up to `most` due rows, the oldest first. The next time of a row is set in the transaction that takes it, so that it runs once for
 * any number of processes.
 */
export async function runDue<Row>(
  { takeDue, nextOf, setNext }: StoredSchedule<Row>,
  { database, now }: Pick<System, 'database' | 'now'>,
  most: number,
  begin: (row: Row, db: Db) => Following | Promise<Following>,
): Promise<void> {
  for (let count = 0; count < most; count++) {
    const following = await database.transaction(async (db) => {
      const row = await takeDue(db, now())
      if (!row) return undefined
      await setNext(db, row, nextOf(row, now()) ?? null)
      return begin(row, db)
    })
    if (!following) return
    await following()
  }
}

/** The time zone of a scene has changed: computes the next time again. */
export async function followScene<Row>(schedule: ScheduleRecord<Row>, { db, now }: ScheduleClock, scene_id: number) {
  for (const row of await schedule.ofScene(db, scene_id))
    await schedule.setNext(db, row, schedule.nextOf(row, now()) ?? null)
}

const DAY = 86_400

/** Corrects next times that a fast clock has set too far into the future. */
export async function pullBack<Row>(schedule: ScheduleRecord<Row>, { db, now }: ScheduleClock): Promise<void> {
  for (const row of await schedule.after(db, now() + DAY)) {
    const next = schedule.nextOf(row, now())
    if (typeof next === 'number' && row.next_at !== null && next < row.next_at) await schedule.setNext(db, row, next)
  }
}
