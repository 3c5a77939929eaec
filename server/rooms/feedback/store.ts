import sql, { type Sql } from 'sql-template-tag'
import type { In } from '@belvedere/contract/kit/define-calls.ts'
import type { IdOf } from '@belvedere/contract/kit/define-enum.ts'
import type { TableOut } from '@belvedere/contract/kit/table.ts'
import type { feedbackStatus, feedbackType } from '@belvedere/contract/rooms/feedback/enums.ts'
import type { feedbackCalls } from '@belvedere/contract/rooms/feedback/feedback.ts'
import type { QueryContext } from '../../kernel/db.ts'
import { containsSql } from '../../kernel/database/list-sql.ts'
import { allOf, pageOf } from '../../kernel/page.ts'

export type FeedbackStatus = IdOf<typeof feedbackStatus>

export interface Feedback {
  id: number
  type: IdOf<typeof feedbackType>
  status: FeedbackStatus
  title: string
  text: string
  author: string
  picture_cnt: number
  reply_cnt: number
  unseen: 0 | 1
  created_at: number
  updated_at: number
}

/** Every user sees their own; users who may answer see all. */
const sees = ({ access }: QueryContext): Sql => (access.can('feedback.answer') ? sql`true` : isMine(access.uid))
const isMine = (uid: number): Sql => sql`f.uid = ${uid}`

const row = sql`f.id, f.type, f.status, f.title, f.text, a.nick_name as author, f.unseen, f.created_at, f.updated_at,
  (select count(*)::int from feedback_picture p where p.feedback_id = f.id) as picture_cnt,
  (select count(*)::int from feedback_reply r where r.feedback_id = f.id and r.text <> '') as reply_cnt`

export function listFeedback(ctx: QueryContext, input: In<typeof feedbackCalls.list>): Promise<TableOut<Feedback>> {
  const { everybody, type, status, search } = input
  return pageOf<Feedback>(ctx.db, input, {
    from: sql`feedback f join account_view a on a.id = f.uid`,
    id: sql`f.id`,
    where: allOf(
      everybody ? sees(ctx) : isMine(ctx.access.uid),
      type ? sql`f.type = ${type}` : undefined,
      status === undefined ? undefined : sql`f.status = ${status}`,
      containsSql(search, [sql`f.title`, sql`f.text`, ...(everybody ? [sql`a.nick_name`] : [])]),
    ),
    order: {
      id: sql`f.id`,
      type: sql`f.type`,
      status: sql`f.status`,
      title: sql`lower(f.title)`,
      author: sql`lower(a.nick_name)`,
      created_at: sql`f.created_at`,
      updated_at: sql`f.updated_at`,
    },
    newestFirst: true,
    select: row,
    join: sql`join feedback f on f.id = page.id join account_view a on a.id = f.uid`,
  })
}

export interface FeedbackDetail extends Feedback {
  uid: number
  contact: string
  page: string
  version: string
  mine: 0 | 1
}

export function findFeedback(ctx: QueryContext, id: number): Promise<FeedbackDetail | undefined> {
  return ctx.db.find<FeedbackDetail>(sql`
    select ${row}, f.uid, f.contact, f.page, f.version, case when ${isMine(ctx.access.uid)} then 1 else 0 end as mine
    from feedback f join account_view a on a.id = f.uid where f.id = ${id} and ${sees(ctx)}`)
}

/** As `findFeedback`, locked until this transaction ends. */
export async function holdFeedback(ctx: QueryContext, id: number): Promise<FeedbackDetail | undefined> {
  const held = await ctx.db.find(sql`select from feedback f where f.id = ${id} and ${sees(ctx)} for update`)
  return held === undefined ? undefined : findFeedback(ctx, id)
}

export interface PictureSize {
  id: number
  width: number
  height: number
}

export function listPictures(ctx: QueryContext, id: number): Promise<PictureSize[]> {
  return ctx.db.rows<PictureSize>(sql`
    select p.id, p.width, p.height from feedback_picture p join feedback f on f.id = p.feedback_id
    where f.id = ${id} and ${sees(ctx)} order by p.id`)
}

export async function findPicture(ctx: QueryContext, id: number): Promise<Buffer | undefined> {
  const found = await ctx.db.find<{ bytes: Buffer }>(sql`
    select p.bytes from feedback_picture p join feedback f on f.id = p.feedback_id where p.id = ${id} and ${sees(ctx)}`)
  return found?.bytes
}

export interface Reply {
  id: number
  by: string
  official: 0 | 1
  text: string
  status: FeedbackStatus | null
  created_at: number
}

export function listReplies(ctx: QueryContext, id: number): Promise<Reply[]> {
  return ctx.db.rows<Reply>(sql`
    select r.id, r.by_name as by, r.official, r.text, r.status, r.created_at
    from feedback_reply r join feedback f on f.id = r.feedback_id where f.id = ${id} and ${sees(ctx)} order by r.id`)
}

/** The number that the caller sent since that time. */
export async function countSince({ db, access }: QueryContext, since: number): Promise<number> {
  const { n } = await db.one<{ n: number }>(
    sql`select count(*)::int as n from feedback f where ${isMine(access.uid)} and f.created_at >= ${since}`,
  )
  return n
}

type Sent = Required<In<typeof feedbackCalls.send>>

export async function addFeedback({ db, access }: QueryContext, one: Sent, now: number): Promise<number> {
  const { id } = await db.one<{ id: number }>(sql`
    insert into feedback (uid, type, title, text, contact, page, version, created_at, updated_at)
    values (${access.uid}, ${one.type}, ${one.title}, ${one.text}, ${one.contact}, ${one.page}, ${one.version}, ${now}, ${now})
    returning id`)
  return id
}

export async function addPicture(
  { db, access }: QueryContext,
  feedback_id: number,
  { width, height, bytes }: { width: number; height: number; bytes: Buffer },
): Promise<void> {
  await db.run(sql`
    insert into feedback_picture (feedback_id, width, height, bytes)
    select f.id, ${width}, ${height}, ${bytes} from feedback f where f.id = ${feedback_id} and ${isMine(access.uid)}`)
}

export interface NewReply {
  feedback_id: number
  by: string
  official: 0 | 1
  text: string
  /** The status that it sets; null leaves it unchanged. */
  status: FeedbackStatus | null
}

/** Adds it to the conversation; an official reply is marked unread for the author. */
export async function addReply(ctx: QueryContext, one: NewReply, now: number): Promise<number> {
  const { id } = await ctx.db.one<{ id: number }>(sql`
    insert into feedback_reply (feedback_id, uid, by_name, official, text, status, created_at)
    select f.id, ${ctx.access.uid}, ${one.by}, ${one.official}, ${one.text}, ${one.status}::smallint, ${now}
    from feedback f where f.id = ${one.feedback_id} and ${sees(ctx)} returning id`)
  await ctx.db.run(sql`
    update feedback f set updated_at = ${now}, status = coalesce(${one.status}::smallint, f.status),
      unseen = case when ${isMine(ctx.access.uid)} then 0 else ${one.official} end
    where f.id = ${one.feedback_id} and ${sees(ctx)}`)
  return id
}

export async function setSeen({ db, access }: QueryContext, id: number): Promise<void> {
  await db.run(sql`update feedback f set unseen = 0 where f.id = ${id} and ${isMine(access.uid)}`)
}
