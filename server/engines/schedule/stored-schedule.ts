import type { Db } from '../../kernel/db.ts'
import type { System } from '../../kernel/implement.ts'

/** Rows of a room that come again and again by the clocks of their scene; each keeps its next moment. */
export interface StoredSchedule<Row> {
  /** The longest due row, locked until the transaction ends; rows that others have locked are passed over. */
  takeDue(db: Db, now: number): Promise<Row | undefined>
  /** Rows of a scene that have a next moment, with the scene's time zone as it is now. */
  ofScene(db: Db, scene_id: number): Promise<Row[]>
  /** Rows whose next moment is after that. */
  after(db: Db, at: number): Promise<(Row & { next_at: number | null })[]>
  nextOf(row: Row, now: number): number | null | undefined
  setNext(db: Db, row: Row, next_at: number | null): Promise<void>
}

type ScheduleClock = Pick<System, 'db' | 'now'>
type ScheduleRecord<Row> = Omit<StoredSchedule<Row>, 'takeDue'>

/** What follows after the commit of the transaction that began it. */
export type Following = () => Promise<unknown>

/**
 * Begins up to `most` rows that are due, one after the other, the longest due first. A row is moved on in the transaction in which it is
 * taken, so that it runs once however many processes look.
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

/** The time zone of a scene has changed: the same time by other clocks. */
export async function followScene<Row>(schedule: ScheduleRecord<Row>, { db, now }: ScheduleClock, scene_id: number) {
  for (const row of await schedule.ofScene(db, scene_id))
    await schedule.setNext(db, row, schedule.nextOf(row, now()) ?? null)
}

const DAY = 86_400

/** A clock that was ahead put moments further away than the next one: what waits for them would wait for years. */
export async function pullBack<Row>(schedule: ScheduleRecord<Row>, { db, now }: ScheduleClock): Promise<void> {
  for (const row of await schedule.after(db, now() + DAY)) {
    const next = schedule.nextOf(row, now())
    if (typeof next === 'number' && row.next_at !== null && next < row.next_at) await schedule.setNext(db, row, next)
  }
}
