import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Empty, Flag, Id, IdOrZero, Ids, Line, Lines, Maybe, Time, enumOf } from '../../kit/schema.ts'
import { BatchOut, tableIn, tableOut } from '../../kit/table.ts'
import { sharePermission, shareStatus, shareMethod } from './enums.ts'
import { sceneErrors as errors } from './errors.ts'

/** A share to manage or operate a scene needs a fresh session of the owner. */
const fresh = { permission: [sharePermission.id.manage, sharePermission.id.operate] }

/** What every new share states. */
const offer = {
  scene_id: Id,
  permission: enumOf(sharePermission),
  /** Seconds until it ends; absent: never. */
  expires_in: Type.Optional(Type.Integer({ minimum: 60, maximum: 366 * 86_400 })),
  note: Type.Optional(Lines(128)),
}

const link = {
  who: 'scene.share' as const,
  scene: 'own' as const,
  in: Type.Object({
    ...offer,
    /** How many accounts may receive it. */
    max_uses: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 1 })),
  }),
  out: Type.Object({
    id: Id,
    /** Returned only once; the server stores a hash. */
    code: Type.String(),
    /** Path of the console that receives it, on a telephone and on a computer. */
    url: Type.String(),
    expire_at: Maybe(Time),
  }),
  errors: [errors.tooManyShares],
  fresh,
}

const common = {
  id: Id,
  scene_id: Id,
  scene_name: Type.String(),
  permission: enumOf(sharePermission),
  status: enumOf(shareStatus),
  expire_at: Maybe(Time),
  created_at: Time,
  updated_at: Time,
}

const code = Type.String({ minLength: 16, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' })

export const shareCalls = defineCalls({
  check: {
    at: 'GET scene/share/check',
    does: { zh: '待接收的场景分享', en: 'Scenes offered to the caller and not answered yet' },
    who: 'session',
    scene: 'none',
    in: Empty,
    out: Type.Object({
      list: Type.Array(
        Type.Object({
          /** Name of the sharing account. */
          share_name: Type.String(),
          scene_name: Type.String(),
          scene_id: Id,
          expire_at: Maybe(Time),
          /** Phone of the sharing account, masked; empty if unknown. */
          share_mobile: Type.String(),
          permission: enumOf(sharePermission),
          note: Type.String(),
        }),
      ),
    }),
    shows: ['share'],
  },
  handle: {
    at: 'POST scene/share/handle',
    does: { zh: '接收或拒绝场景分享', en: 'Accept or refuse a shared scene' },
    who: 'session',
    scene: 'none',
    in: Type.Object({
      /** The id of the scene. */
      share_id: Id,
      /** 1 accept, 4 refuse. */
      status: Type.Unsafe<1 | 4>({ type: 'integer', enum: [1, 4] }),
    }),
    out: Empty,
    errors: [errors.shareOver],
  },
  send: {
    at: 'GET scene/share/send',
    does: { zh: '我的分享', en: 'List what the own team shares' },
    who: 'scene.share',
    scene: 'read',
    in: tableIn(
      {
        scene_id: Type.Optional(IdOrZero),
        way: Type.Optional(enumOf(shareMethod)),
        permission: Type.Optional(enumOf(sharePermission)),
        status: Type.Optional(enumOf(shareStatus)),
      },
      ['id', 'scene_name', 'receiver', 'status', 'created_at', 'updated_at', 'expire_at'],
    ),
    out: tableOut(
      Type.Object({
        ...common,
        way: enumOf(shareMethod),
        /** Who was invited, as it was typed, and once it has answered its name; null for a link itself. */
        receiver: Maybe(Type.String()),
        receiver_mobile: Type.String(),
        share_name: Type.String(),
        note: Type.String(),
        /** Of a link. */
        max_uses: Maybe(Type.Integer()),
        used_cnt: Type.Integer(),
      }),
    ),
    shows: ['share', 'scene'],
  },
  receive: {
    at: 'GET scene/share/receive',
    does: { zh: '收到的分享', en: 'List what others share with the caller' },
    who: 'session',
    scene: 'none',
    in: tableIn({ status: Type.Optional(enumOf(shareStatus)) }, [
      'id',
      'scene_name',
      'owner',
      'status',
      'created_at',
      'expire_at',
    ]),
    out: tableOut(
      Type.Object({
        ...common,
        /** The team it belongs to. */
        owner: Type.String(),
        share_name: Type.String(),
        share_mobile: Type.String(),
        note: Type.String(),
      }),
    ),
    shows: ['share', 'scene'],
  },
  account: {
    at: 'POST scene/share/account',
    does: { zh: '按账号邀请共享场景', en: 'Invite an account to a scene' },
    who: 'scene.share',
    scene: 'own',
    in: Type.Object({
      ...offer,
      /** Account name, e-mail or phone of an account of another team. The answer does not reveal whether it exists. */
      account: Line(64, 1),
    }),
    out: Type.Object({ id: Id, expire_at: Maybe(Time) }),
    errors: [errors.sameTeam, errors.alreadyShared, errors.tooManyShares],
    fresh,
    per_minute: 30,
  },
  url: { at: 'POST scene/share/url', does: { zh: '生成分享链接', en: 'Create a share link of a scene' }, ...link },
  qrcode: {
    at: 'POST scene/share/qrcode',
    does: { zh: '生成分享二维码', en: 'Create a share QR code of a scene' },
    ...link,
  },
  look: {
    at: 'GET scene/share/look',
    does: { zh: '查看分享链接', en: 'Preview a share link' },
    who: 'session',
    scene: 'none',
    in: Type.Object({ code }),
    out: Type.Object({
      share_name: Type.String(),
      scene_name: Type.String(),
      owner: Type.String(),
      permission: enumOf(sharePermission),
      note: Type.String(),
      expire_at: Maybe(Time),
      /** 1: the caller is in this scene already. */
      known: Flag,
    }),
    errors: [errors.shareOver],
    per_minute: 60,
  },
  bind: {
    at: 'POST scene/share/bind',
    does: { zh: '通过链接或二维码接收场景', en: 'Receive a scene by the code of a link' },
    who: 'session',
    scene: 'none',
    in: Type.Object({ code }),
    out: Type.Object({ scene_id: Id }),
    errors: [errors.shareOver, errors.sameTeam, errors.alreadyShared],
    per_minute: 60,
  },
  change: {
    at: 'PUT scene/share',
    does: { zh: '修改分享', en: 'Change right or end of a share' },
    who: 'scene.share',
    scene: 'none',
    in: Type.Object({
      id: Id,
      permission: Type.Optional(enumOf(sharePermission)),
      /** Seconds from now; 0: never. */
      expires_in: Type.Optional(Type.Integer({ minimum: 0, maximum: 366 * 86_400 })),
    }),
    out: Empty,
    errors: [errors.shareOver],
    fresh: { ...fresh, expires_in: [] },
  },
  unbind: {
    at: 'POST scene/share/unbind',
    does: { zh: '停止或退出分享', en: 'End shares: of the own team, or received ones' },
    who: 'session',
    scene: 'none',
    undoable: true,
    in: Type.Object({ ids: Ids }),
    out: BatchOut,
  },
  delete: {
    at: 'POST scene/share/delete',
    does: { zh: '删除分享记录', en: 'Remove share records, and end active shares' },
    who: 'session',
    scene: 'none',
    undoable: true,
    in: Type.Object({ ids: Ids }),
    out: BatchOut,
  },
})
