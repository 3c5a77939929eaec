import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Empty, Flag, Line, Time, enumOf } from '../../kit/schema.ts'
import { channelCarrier } from './enums.ts'
import { deliveryErrors } from './errors.ts'

const Words = Type.Object({ zh: Type.String(), en: Type.String() })

/** By the key of the field; a secret that is left out keeps its value. */
const Settings = Type.Record(Type.String({ pattern: '^[a-z_]{1,32}$' }), Type.String({ maxLength: 256 }))

const ChannelId = Type.String({ pattern: '^[a-z0-9-]{1,32}$' })

const Field = Type.Object({
  key: Type.String(),
  words: Words,
  hint: Type.Optional(Words),
  kind: Type.Union([Type.Literal('text'), Type.Literal('secret'), Type.Literal('choice')]),
  options: Type.Optional(Type.Array(Type.Object({ id: Type.String(), zh: Type.String(), en: Type.String() }))),
  required: Flag,
  /** Always '' for a secret. */
  value: Type.String(),
  /** Of a secret: whether it is set. */
  set: Flag,
})

export const channelCalls = defineCalls({
  list: {
    at: 'GET send/channel',
    does: { zh: '消息通道', en: 'List the channels for codes and alarms' },
    who: 'account.outbox',
    scene: 'none',
    in: Empty,
    out: Type.Object({
      list: Type.Array(
        Type.Object({
          channel: ChannelId,
          words: Words,
          carrier: enumOf(channelCarrier),
          /** The active channel of its carrier. */
          active: Flag,
          /** Set by the environment of the server, and used while none is active. */
          from_env: Flag,
          fields: Type.Array(Field),
          /** 0: never set. */
          updated_at: Time,
        }),
      ),
    }),
  },
  change: {
    at: 'POST send/channel',
    does: { zh: '设置消息通道', en: 'Set up a channel' },
    who: 'account.outbox',
    scene: 'none',
    in: Type.Object({ channel: ChannelId, active: Flag, settings: Settings }),
    out: Empty,
    errors: [deliveryErrors.badChannelSettings],
    fresh: true,
  },
  /** Sends a test message now, with these settings merged over the stored ones; nothing is stored. */
  test: {
    at: 'POST send/channel/test',
    does: { zh: '测试消息通道', en: 'Send a test message by a channel' },
    who: 'account.outbox',
    scene: 'none',
    in: Type.Object({
      channel: ChannelId,
      settings: Settings,
      target: Line(64, 1),
    }),
    out: Type.Object({ ok: Flag, answer: Type.String() }),
    errors: [deliveryErrors.badChannelSettings, deliveryErrors.badPhone, deliveryErrors.badEmail],
    // stored secrets are sent to the server in the settings
    fresh: true,
    audit: false,
    // waits for the provider
    tx: false,
    per_minute: 20,
  },
})
