import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { enumOf, Id, Time } from '../../kit/schema.ts'
import { tableIn, tableOut } from '../../kit/table.ts'
import { messageCarrier, messagePurpose, messageState } from './enums.ts'

const Message = Type.Object({
  id: Id,
  carrier: enumOf(messageCarrier),
  /** Mostly hidden. */
  masked: Type.String(),
  /** Its subject: an id of `messagePurpose`, or a word of another room. */
  purpose: Type.String(),
  state: enumOf(messageState),
  /** If no channel is configured, until the message expires: its code, else its text. */
  text: Type.String(),
  /** The channel that sent it, and the provider's answer. */
  channel: Type.String(),
  answer: Type.String(),
  attempts: Type.Integer(),
  created_at: Time,
  /** 0: not yet. */
  done_at: Time,
  expires_at: Time,
})

export const outboxCalls = defineCalls({
  list: {
    at: 'GET send/outbox',
    does: { zh: '发件箱', en: 'List sent and failed messages' },
    who: 'account.outbox',
    scene: 'none',
    in: tableIn(
      {
        carrier: Type.Optional(enumOf(messageCarrier)),
        state: Type.Optional(enumOf(messageState)),
        purpose: Type.Optional(enumOf(messagePurpose)),
      },
      ['id', 'carrier', 'purpose', 'state', 'created_at', 'done_at'],
    ),
    out: tableOut(Message),
    shows: ['message'],
  },
})
