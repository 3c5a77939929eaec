import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Empty, Flag, Id, Label, Line, Lines, Maybe, Time, enumOf } from '../../kit/schema.ts'
import { tableIn, tableOut } from '../../kit/table.ts'
import { feedbackStatus, feedbackType } from './enums.ts'
import { feedbackErrors as errors } from './errors.ts'

const Row = Type.Object({
  id: Id,
  type: enumOf(feedbackType),
  status: enumOf(feedbackStatus),
  title: Type.String(),
  text: Type.String(),
  /** Who sent it. */
  author: Type.String(),
  picture_cnt: Type.Integer(),
  reply_cnt: Type.Integer(),
  /** 1: the author has not seen the last answer yet. */
  unseen: Flag,
  created_at: Time,
  updated_at: Time,
})

/** One step of the conversation: words, or a new status, or both. */
const Reply = Type.Object({
  id: Id,
  by: Type.String(),
  /** 1: an administrator of the installation wrote it. */
  official: Flag,
  text: Type.String(),
  status: Maybe(enumOf(feedbackStatus)),
  created_at: Time,
})

const Text = Type.String({ minLength: 1, maxLength: 2000, pattern: '\\S' })

export const feedbackCalls = defineCalls({
  list: {
    at: 'GET user/feedback',
    does: { zh: '反馈列表', en: 'List own suggestions; for system administrators: all suggestions' },
    who: 'session',
    scene: 'none',
    in: tableIn(
      {
        /** 1: also those of others, where the caller may answer them. */
        everybody: Type.Optional(Flag),
        type: Type.Optional(enumOf(feedbackType)),
        status: Type.Optional(enumOf(feedbackStatus)),
      },
      ['id', 'type', 'status', 'title', 'author', 'created_at', 'updated_at'],
    ),
    out: tableOut(Row),
    shows: ['feedback'],
  },
  /** Pictures come along as files of the form: PNG, JPEG or WebP, at most five. */
  send: {
    at: 'POST user/feedback',
    does: { zh: '提交反馈', en: 'Send a suggestion' },
    who: 'session',
    scene: 'none',
    in: Type.Object({
      type: enumOf(feedbackType),
      title: Label(64),
      text: Text,
      /** How to reach the author, if not by the answer here. */
      contact: Type.Optional(Line(128)),
      /** Where it was noticed. */
      page: Type.Optional(Line(256)),
      version: Type.Optional(Lines(64)),
    }),
    out: Type.Object({ id: Id }),
    errors: [errors.tooManyPictures, errors.pictureTooLarge, errors.noPicture, errors.tooManyToday],
    // one more, and a little more of each, than is taken: the room says which picture is too much
    uploads: { files: 6, bytes: 6 << 20 },
    per_minute: 30,
  },
  product: {
    at: 'GET user/feedback/product',
    does: { zh: '当前产品版本', en: 'The version a suggestion is about' },
    who: 'session',
    scene: 'none',
    in: Empty,
    out: Type.Object({ version: Type.String() }),
  },
  detail: {
    at: 'GET user/feedback/detail',
    does: { zh: '反馈详情', en: 'One suggestion with its pictures and answers' },
    who: 'session',
    scene: 'none',
    in: Type.Object({ id: Id }),
    out: Type.Object({
      ...Row.properties,
      contact: Type.String(),
      page: Type.String(),
      version: Type.String(),
      /** 1: the caller sent it. */
      mine: Flag,
      pictures: Type.Array(Type.Object({ id: Id, width: Type.Integer(), height: Type.Integer() })),
      replies: Type.Array(Reply),
    }),
    shows: ['feedback'],
  },
  picture: {
    at: 'GET user/feedback/picture',
    does: { zh: '反馈图片', en: 'One picture of a suggestion, WebP' },
    who: 'session',
    scene: 'none',
    in: Type.Object({ id: Id }),
    out: Empty,
    blob: true,
  },
  reply: {
    at: 'POST user/feedback/reply',
    does: { zh: '回复反馈', en: 'Answer in the conversation of a suggestion' },
    who: 'session',
    scene: 'none',
    in: Type.Object({ id: Id, text: Text }),
    out: Type.Object({ reply_id: Id }),
    errors: [errors.withdrawn, errors.tooLong],
    per_minute: 30,
  },
  judge: {
    at: 'POST user/feedback/status',
    does: { zh: '处理反馈', en: 'Change the status of a suggestion' },
    who: 'feedback.answer',
    scene: 'none',
    in: Type.Object({
      id: Id,
      status: Type.Unsafe<0 | 1 | 2 | 3 | 4>({ type: 'integer', enum: [0, 1, 2, 3, 4] }),
      /** Told to the author with it. */
      text: Type.Optional(Lines(2000)),
    }),
    out: Empty,
    errors: [errors.withdrawn, errors.tooLong],
  },
  withdraw: {
    at: 'POST user/feedback/withdraw',
    does: { zh: '撤回反馈', en: 'Withdraw an open suggestion' },
    who: 'session',
    scene: 'none',
    in: Type.Object({ id: Id }),
    out: Empty,
    errors: [errors.ended, errors.withdrawn],
  },
  seen: {
    at: 'POST user/feedback/seen',
    does: { zh: '已读反馈回复', en: 'Mark the answers of a suggestion as read' },
    who: 'session',
    scene: 'none',
    in: Type.Object({ id: Id }),
    out: Empty,
    audit: false,
  },
})
