import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { feedbackStatus } from '@belvedere/contract/rooms/feedback/enums.ts'
import { feedbackErrors as errors } from '@belvedere/contract/rooms/feedback/errors.ts'
import { feedbackCalls } from '@belvedere/contract/rooms/feedback/feedback.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { defineUndo } from '../../engines/undo/define-undo.ts'
import { feedbackChanged } from './api.ts'
import { redrawAll } from './redraw-all.ts'
import { productVersion } from '../../base/process/product-version.ts'
import { mostADay, whyNotReply, whyNotWithdraw } from './rules.ts'
import {
  addFeedback,
  addPicture,
  addReply,
  countSince,
  type FeedbackDetail,
  findFeedback,
  findPicture,
  holdFeedback,
  listFeedback,
  listPictures,
  listReplies,
  setSeen,
} from './store.ts'

const DAY = 86_400

export const calls = implement(feedbackCalls, {
  list: listFeedback,
  async send(ctx, { contact = '', page = '', version = productVersion, ...said }) {
    const pictures = await redrawAll(ctx.uploads)
    if ((await countSince(ctx, ctx.now() - DAY)) >= mostADay) throw refuse(errors.tooManyToday, { most: mostADay })
    const one = { ...said, title: said.title.trim(), text: said.text.trim(), contact: contact.trim(), page, version }
    const id = await addFeedback(ctx, one, ctx.now())
    for (const picture of pictures) await addPicture(ctx, id, picture)
    ctx.audit({ object: `feedback:${id}`, name: one.title, after: { type: one.type, pictures: pictures.length } })
    ctx.emit(feedbackChanged, { id, uid: ctx.uid })
    return { id }
  },
  async product() {
    return { version: productVersion }
  },
  async detail(ctx, { id }) {
    const { uid: _, ...one } = requireFound(await findFeedback(ctx, id))
    const [pictures, replies] = await Promise.all([listPictures(ctx, id), listReplies(ctx, id)])
    return { ...one, pictures, replies }
  },
  async picture(ctx, { id }) {
    const bytes = requireFound(await findPicture(ctx, id))
    return { filename: `feedback-${id}.webp`, mime: 'image/webp', body: bytes }
  },
  async reply(ctx, { id, text }) {
    const one = requireFound(await holdFeedback(ctx, id))
    requireOpen(one)
    const official = one.mine ? 0 : 1
    const reply = { feedback_id: id, by: nameOf(ctx), official, text: text.trim(), status: null } as const
    const reply_id = await addReply(ctx, reply, ctx.now())
    note(ctx, one, { text: reply.text })
    return { reply_id }
  },
  async judge(ctx, { id, status, text = '' }) {
    const one = requireFound(await holdFeedback(ctx, id))
    requireOpen(one)
    await addReply(ctx, { feedback_id: id, by: nameOf(ctx), official: 1, text: text.trim(), status }, ctx.now())
    note(ctx, one, { status, ...(text && { text }) })
    return {}
  },
  async withdraw(ctx, { id }) {
    const one = requireFound(await holdFeedback(ctx, id))
    if (!one.mine) throw refuse(commonErrors.notFound)
    const why = whyNotWithdraw(one.status)
    if (why) throw refuse(why)
    const status = feedbackStatus.id.withdrawn
    await addReply(ctx, { feedback_id: id, by: nameOf(ctx), official: 0, text: '', status }, ctx.now())
    note(ctx, one, { status })
    return {}
  },
  async seen(ctx, { id }) {
    await setSeen(ctx, id)
    return {}
  },
})

const nameOf = ({ session }: Ctx) => session?.name ?? ''

function requireFound<T>(found: T | undefined): T {
  if (found === undefined) throw refuse(commonErrors.notFound)
  return found
}

function requireOpen(one: FeedbackDetail): void {
  const why = whyNotReply(one)
  if (why) throw refuse(why.error, why.values)
}

function note(ctx: Ctx, { id, uid, title, status }: FeedbackDetail, after: Record<string, unknown>): void {
  ctx.audit({ object: `feedback:${id}`, name: title, before: { status }, after })
  ctx.emit(feedbackChanged, { id, uid })
}

const withdraw = {
  zh: '已提交的反馈请在反馈页面撤回',
  en: 'Withdraw what was sent on the page of feedback',
  to: '/feedback',
}
const said = { zh: '已发出的回复无法撤回', en: 'An answer that was sent cannot be withdrawn' }
const ended = { zh: '撤回后请重新提交', en: 'Send it again instead' }

export const undo = defineUndo(feedbackCalls, { send: withdraw, reply: said, judge: said, withdraw: ended })
