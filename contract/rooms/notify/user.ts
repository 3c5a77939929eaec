import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Empty, Flag, Id, Line, Lines, Maybe, Name, Revision, Time, enumOf } from '../../kit/schema.ts'
import { BatchOut, tableIn, tableOut } from '../../kit/table.ts'
import { deliveryErrors } from '../delivery/errors.ts'
import { accountErrors } from '../account/errors.ts'
import { alarmLevel } from '../alarm-type/enums.ts'
import { alarmUserScope, alarmUserType, bindState, deliveryState, outsideHours } from './enums.ts'
import { userErrors as errors } from './user-errors.ts'

const Lang = Type.Unsafe<'zh' | 'en'>({ type: 'string', enum: ['zh', 'en'] })
const ProviderId = Type.String({ pattern: '^[a-z0-9-]{1,32}$' })
const Minute = Type.Integer({ minimum: 0, maximum: 1440 })

/** Hours in which a contact may be notified, by the clock of `time_zone`. */
const Hours = Type.Object({
  /** 0 Sunday … 6 Saturday; empty: every day. */
  weekdays: Type.Array(Type.Integer({ minimum: 0, maximum: 6 }), { maxItems: 7 }),
  minute_from: Minute,
  /** Before `minute_from`: over midnight. */
  minute_to: Minute,
})

/** Which alarms a contact receives, and when. */
const Rule = {
  lang: Lang,
  /** 0: receives nothing. */
  status: Flag,
  /** Of this level and more severe ones. */
  level: enumOf(alarmLevel),
  scope: enumOf(alarmUserScope),
  scene_ids: Type.Array(Id, { maxItems: 1000 }),
  group_ids: Type.Array(Id, { maxItems: 200 }),
  /** Types of alarms; empty: any. */
  types: Type.Array(Type.String({ pattern: '^[a-z][a-z0-9_]{1,31}$' }), { maxItems: 64 }),
  /** 1: is also notified of recoveries. */
  recover: Flag,
  /** 1: is notified only where the alarm settings name it, as in an escalation. */
  named_only: Flag,
  /** Empty: at any time. */
  hours: Type.Array(Hours, { maxItems: 8 }),
  outside_hours: enumOf(outsideHours),
  /** Alarms of this level and of more severe ones are sent at any time; 0: none. */
  override_level: Type.Integer({ minimum: 0, maximum: 2 }),
  time_zone: Line(64, 1),
  /** Of robots: text of one incident, with variables like {title}; '': the default. */
  template: Lines(1000),
  /** 1: messages have links by which their reader acknowledges, silences or solves; of e-mail and robots. */
  links: Flag,
}
const Optional = Object.fromEntries(Object.entries(Rule).map(([key, schema]) => [key, Type.Optional(schema)])) as {
  [K in keyof typeof Rule]: ReturnType<typeof Type.Optional<(typeof Rule)[K]>>
}

/** By the key of the field; a secret that is left out keeps its value. */
const Settings = Type.Record(Type.String({ pattern: '^[a-z_]{1,32}$' }), Line(512))
const Address = Line(64, 1)
const Words = Type.Object({ zh: Type.String(), en: Type.String() })
const Answer = Type.Object({ ok: Flag, answer: Type.String() })

const AlarmUser = Type.Object({
  id: Id,
  rev: Type.Integer(),
  type: enumOf(alarmUserType),
  name: Type.String(),
  /** Of a robot: `dingtalk`. */
  provider: Type.String(),
  provider_name: Type.String(),
  /** The address with its middle hidden; of a robot its host and the end of its secret. */
  masked: Type.String(),
  /** null: the address is not confirmed, and nothing is sent to it. */
  verified_at: Maybe(Time),
  /** Its owner followed the link that refuses further messages. */
  left_at: Maybe(Time),
  ...Rule,
  /** Names of its scenes or groups, the first few. */
  places: Type.Array(Type.String()),
  waiting_cnt: Type.Integer(),
  /** State of the last message; null: there was none. */
  last_state: Maybe(enumOf(deliveryState)),
  last_at: Maybe(Time),
  last_answer: Type.String(),
  created_at: Time,
  updated_at: Time,
  changed_by: Type.String(),
})

const ProviderField = Type.Object({
  key: Type.String(),
  words: Words,
  hint: Type.Optional(Words),
  kind: Type.Union([Type.Literal('text'), Type.Literal('secret'), Type.Literal('choice')]),
  options: Type.Optional(Type.Array(Type.Object({ id: Type.String(), zh: Type.String(), en: Type.String() }))),
  required: Flag,
  /** Of a secret always ''. */
  value: Type.String(),
  /** A secret: there is one. */
  set: Flag,
})

const Token = Type.String({ pattern: '^[\\w-]{20,64}$' })

export const userCalls = defineCalls({
  list: {
    at: 'GET alarm/user',
    does: { zh: '告警联系人与机器人', en: 'Alarm contacts and robots' },
    who: 'alarm.read',
    scene: 'none',
    in: tableIn(
      {
        type: Type.Optional(enumOf(alarmUserType)),
        /** 0 contacts, 1 robots. */
        robot: Type.Optional(Flag),
        provider: Type.Optional(ProviderId),
        status: Type.Optional(Flag),
        /** Those that receive alarms of this scene. */
        scene_id: Type.Optional(Id),
      },
      ['id', 'name', 'type', 'level', 'status', 'created_at', 'updated_at', 'last_at'],
    ),
    out: tableOut(AlarmUser),
    shows: ['alarm-user'],
  },
  add: {
    at: 'POST alarm/user',
    does: { zh: '添加告警联系人或机器人', en: 'Add a contact or a robot' },
    who: 'alarm.write',
    scene: 'none',
    // a robot has a secret
    fresh: { type: [alarmUserType.id.robot] },
    in: Type.Object({
      type: enumOf(alarmUserType),
      name: Name,
      /** Phone number or mail address. */
      address: Type.Optional(Address),
      /** Of WeChat: the `key` of a code that was scanned. */
      key: Type.Optional(Token),
      provider: Type.Optional(ProviderId),
      settings: Type.Optional(Settings),
      ...Optional,
    }),
    out: Type.Object({ id: Id, rev: Type.Integer() }),
    errors: [
      errors.nameTaken,
      errors.noSuchPlace,
      errors.tooMany,
      errors.bindOver,
      errors.unknownTimeZone,
      errors.badTemplate,
      deliveryErrors.badPhone,
      deliveryErrors.badEmail,
      deliveryErrors.badChannelSettings,
    ],
  },
  /** A new address has to be confirmed again. */
  change: {
    at: 'PUT alarm/user',
    does: { zh: '修改告警联系人或机器人', en: 'Change a contact or a robot' },
    who: 'alarm.write',
    scene: 'none',
    fresh: { settings: [] },
    in: Type.Object({
      id: Id,
      rev: Revision,
      name: Type.Optional(Name),
      address: Type.Optional(Address),
      key: Type.Optional(Token),
      settings: Type.Optional(Settings),
      ...Optional,
    }),
    out: Type.Object({ rev: Type.Integer() }),
    errors: [
      errors.nameTaken,
      errors.noSuchPlace,
      errors.bindOver,
      errors.unknownTimeZone,
      errors.badTemplate,
      deliveryErrors.badPhone,
      deliveryErrors.badEmail,
      deliveryErrors.badChannelSettings,
    ],
  },
  remove: {
    at: 'DELETE alarm/user',
    does: { zh: '删除告警联系人或机器人', en: 'Remove a contact or a robot' },
    who: 'alarm.write',
    scene: 'none',
    undoable: true,
    in: Type.Object({ id: Id }),
    out: Empty,
  },
  qrcode: {
    at: 'GET alarm/user/qrcode',
    does: { zh: '获取微信绑定二维码', en: 'Create a QR code to bind WeChat' },
    who: 'alarm.write',
    scene: 'none',
    in: Empty,
    out: Type.Object({
      key: Type.String(),
      /** Content of the QR code. */
      url: Type.String(),
      expire_at: Time,
    }),
    errors: [errors.noChannel],
    per_minute: 30,
  },
  scan: {
    at: 'GET alarm/user/scan',
    does: { zh: '查询微信绑定结果', en: 'Whether the QR code was scanned' },
    who: 'alarm.write',
    scene: 'none',
    in: Type.Object({ key: Token }),
    out: Type.Object({ state: enumOf(bindState) }),
    per_minute: 240,
  },
  /** Called by the telephone that scanned; the code from WeChat identifies its user. */
  bind: {
    at: 'POST alarm/user/bind',
    does: { zh: '在微信中确认绑定', en: 'Confirm a WeChat binding' },
    who: 'anyone',
    scene: 'none',
    in: Type.Object({ key: Token, code: Line(512, 1) }),
    out: Type.Object({ team: Type.String() }),
    errors: [errors.bindOver, errors.notBound, errors.noChannel],
    audit: false,
    // waits for the provider
    tx: false,
    per_minute: 20,
  },
  provider: {
    at: 'GET alarm/user/provider',
    does: { zh: '机器人类型与设置', en: 'Robot types and their settings, optionally with the values of one' },
    who: 'alarm.read',
    scene: 'none',
    in: Type.Object({ id: Type.Optional(Id) }),
    out: Type.Object({
      list: Type.Array(
        Type.Object({
          provider: ProviderId,
          words: Words,
          /** Messages it accepts within a number of seconds. */
          limit: Maybe(Type.Object({ count: Type.Integer(), seconds: Type.Integer() })),
          fields: Type.Array(ProviderField),
        }),
      ),
      /** 1: a channel for contacts of this kind is set up. */
      ready: Type.Object({ sms: Flag, email: Flag, wechat: Flag }),
      /** 1: webhooks may have private addresses. */
      inside: Flag,
    }),
    shows: ['alarm-user'],
  },
  /** Of a robot or template that is being edited; nothing is stored. */
  preview: {
    at: 'POST alarm/user/preview',
    does: { zh: '预览告警消息', en: 'Preview an alarm message' },
    who: 'alarm.read',
    scene: 'none',
    in: Type.Object({ lang: Lang, template: Rule.template }),
    out: Type.Object({ subject: Type.String(), text: Type.String() }),
    errors: [errors.badTemplate],
    audit: false,
  },
  /** Sends a test message now. Settings that are given replace the stored ones of the robot; nothing is stored. */
  test: {
    at: 'POST alarm/user/test',
    does: { zh: '发送测试消息', en: 'Send a test message' },
    who: 'alarm.write',
    scene: 'none',
    // stored secrets are sent to the server that the settings name
    fresh: { settings: [] },
    in: Type.Object({
      id: Type.Optional(Id),
      provider: Type.Optional(ProviderId),
      settings: Type.Optional(Settings),
      template: Type.Optional(Rule.template),
      lang: Type.Optional(Lang),
    }),
    out: Answer,
    errors: [errors.notVerified, errors.noChannel, errors.badTemplate, deliveryErrors.badChannelSettings],
    audit: false,
    tx: false,
    per_minute: 20,
  },
  code: {
    at: 'POST alarm/user/code',
    does: { zh: '发送地址验证码', en: 'Send a verification code to an address' },
    who: 'alarm.write',
    scene: 'none',
    in: Type.Object({ id: Id }),
    out: Type.Object({ resend_in: Type.Integer(), expires_in: Type.Integer() }),
    errors: [errors.noChannel, accountErrors.codeTooSoon, accountErrors.codeTooMany],
    audit: false,
  },
  verify: {
    at: 'POST alarm/user/verify',
    does: { zh: '验证联系人地址', en: 'Confirm the address of a contact with a code' },
    who: 'alarm.write',
    scene: 'none',
    in: Type.Object({ id: Id, code: Line(16, 1) }),
    out: Type.Object({ rev: Type.Integer() }),
    errors: [accountErrors.codeWrong, accountErrors.locked],
  },
  delivery: {
    at: 'GET alarm/user/delivery',
    does: { zh: '告警通知记录', en: 'Sent alarm messages, with the answers of the providers' },
    who: 'alarm.read',
    scene: 'none',
    in: tableIn(
      {
        user_id: Type.Optional(Id),
        /** Messages about this alarm. */
        alarm_id: Type.Optional(Id),
        state: Type.Optional(enumOf(deliveryState)),
      },
      ['id', 'state', 'created_at', 'done_at'],
    ),
    out: tableOut(
      Type.Object({
        id: Id,
        user_id: Id,
        user_name: Type.String(),
        type: enumOf(alarmUserType),
        masked: Type.String(),
        /** Folder and name of its channel. */
        channel: Type.String(),
        channel_name: Type.String(),
        state: enumOf(deliveryState),
        subject: Type.String(),
        text: Type.String(),
        /** Incidents in it. */
        incident_cnt: Type.Integer(),
        /** Answer of the provider, unchanged. */
        answer: Type.String(),
        attempts: Type.Integer(),
        /** Of a waiting one: time of the next attempt. */
        next_at: Maybe(Time),
        created_at: Time,
        done_at: Maybe(Time),
      }),
    ),
    shows: ['alarm-user'],
  },
  retry: {
    at: 'POST alarm/user/retry',
    does: { zh: '重发告警消息', en: 'Send failed messages again' },
    who: 'alarm.write',
    scene: 'none',
    in: Type.Object({ ids: Type.Array(Id, { minItems: 1, maxItems: 500 }) }),
    out: BatchOut,
  },
  /** Called by the page behind the link at the end of a mail. */
  left: {
    at: 'GET alarm/user/unsubscribe',
    does: { zh: '查看退订链接', en: 'Show an unsubscribe link' },
    who: 'anyone',
    scene: 'none',
    in: Type.Object({ t: Token }),
    out: Type.Object({ masked: Type.String(), team: Type.String(), left: Flag }),
    errors: [errors.linkOver],
    per_minute: 60,
  },
  leave: {
    at: 'POST alarm/user/unsubscribe',
    does: { zh: '退订告警邮件', en: 'Unsubscribe from alarm messages' },
    who: 'anyone',
    scene: 'none',
    in: Type.Object({ t: Token, /** 1: subscribes again. */ back: Type.Optional(Flag) }),
    out: Type.Object({ left: Flag }),
    errors: [errors.linkOver],
    audit: false,
    per_minute: 60,
  },
})
