import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Empty, Flag, Id, IdOrZero, Ids, Line, Lines, Maybe, Revision, Time, enumOf } from '../../kit/schema.ts'
import { BatchOut, tableIn, tableOut } from '../../kit/table.ts'
import { firmwareChannel } from './enums.ts'
import { firmwareErrors as errors } from './errors.ts'
import { firmwareFields, FirmwareRow } from './shapes.ts'

export const firmwareCalls = defineCalls({
  list: {
    at: 'GET firmware',
    does: { zh: '固件库', en: 'List the firmware images of this team' },
    who: 'firmware.read',
    scene: 'none',
    in: tableIn(
      {
        model: Type.Optional(Line(64)),
        channel: Type.Optional(enumOf(firmwareChannel)),
        ready: Type.Optional(Flag),
        ids: Type.Optional(Ids),
      },
      ['id', 'version', 'vendor', 'channel', 'bytes', 'created_at'],
    ),
    out: tableOut(FirmwareRow),
    shows: ['firmware', 'device'],
  },
  add: {
    at: 'POST firmware',
    does: { zh: '上传固件', en: 'Upload a firmware image' },
    who: 'firmware.write',
    scene: 'none',
    /** The image itself is the file `file`. What it says of itself counts before what is told here. */
    in: Type.Object({
      ...firmwareFields,
      /** Ed25519 over the file: base64 of 64 bytes, or a signify, usign or minisign file. */
      signature: Type.Optional(Lines(4096)),
      /** Signature sent to devices whose firmware checks one of its vendor: as the vendor issues it, base64. */
      device_signature: Type.Optional(Type.String({ maxLength: 4096, pattern: '^[A-Za-z0-9+/=\\s]*$' })),
    }),
    out: Type.Object({
      firmware: FirmwareRow,
      /** Fields nothing told; the image cannot be used before they are. */
      missing: Type.Array(Type.String()),
    }),
    errors: [
      errors.noFile,
      errors.empty,
      errors.truncated,
      errors.damaged,
      errors.bomb,
      errors.pathTrick,
      errors.wrongModel,
      errors.wrongSignature,
      errors.badSignature,
      errors.duplicate,
    ],
    stores: true,
  },
  change: {
    at: 'PUT firmware',
    does: { zh: '修改固件信息', en: 'Change the description of a firmware image' },
    who: 'firmware.write',
    scene: 'none',
    in: Type.Object({ id: Id, ...firmwareFields, rev: Type.Optional(Revision) }),
    out: Type.Object({ firmware: FirmwareRow }),
    errors: [errors.builtIn, errors.wrongModel],
  },
  remove: {
    at: 'POST firmware/delete',
    does: { zh: '删除固件', en: 'Delete firmware images' },
    who: 'firmware.write',
    scene: 'none',
    in: Type.Object({ ids: Ids }),
    out: BatchOut,
    errors: [errors.inUse, errors.builtIn],
  },
  check: {
    at: 'GET firmware/check',
    does: { zh: '检查新版本', en: 'Which devices have newer firmware in the library' },
    who: 'firmware.read',
    scene: 'read',
    /** By devices, or a scene (0 or absent: all scenes). `channel` beta counts test versions too. */
    in: Type.Object({
      ids: Type.Optional(Ids),
      scene_id: Type.Optional(IdOrZero),
      channel: Type.Optional(enumOf(firmwareChannel)),
    }),
    out: Type.Object({
      total: Type.Integer(),
      behind: Type.Integer(),
      models: Type.Array(
        Type.Object({
          model: Type.String(),
          vendor: Type.String(),
          total: Type.Integer(),
          behind: Type.Integer(),
          /** Newest that fits; null: the library has none. */
          firmware_id: Maybe(Id),
          version: Type.String(),
          /** The firmware texts of its devices that are behind, so that lists can mark them without asking for each. */
          old: Type.Array(Type.String()),
        }),
      ),
      /** Of the devices asked by id, those that are behind. */
      devices: Type.Array(
        Type.Object({
          id: Id,
          firmware_id: Id,
          version: Type.String(),
          /** Versions to go through first, in order; null: one of them is missing. */
          hops: Maybe(Type.Array(Type.String())),
        }),
      ),
    }),
    shows: ['firmware'],
  },
  download: {
    at: 'GET firmware/download',
    does: { zh: '下载固件', en: 'Download a firmware image' },
    who: 'firmware.read',
    scene: 'none',
    in: Type.Object({ id: Id }),
    out: Type.Object({}),
    blob: true,
  },
  keys: {
    at: 'GET firmware/key',
    does: { zh: '受信任的公钥', en: 'Keys whose signatures are trusted' },
    who: 'firmware.read',
    scene: 'none',
    in: Empty,
    out: Type.Object({
      list: Type.Array(
        Type.Object({
          id: Id,
          name: Type.String(),
          /** SHA-256 of the key, the first 16 hexadecimal digits. */
          digest: Type.String(),
          created_by: Type.String(),
          created_at: Time,
        }),
      ),
    }),
    shows: ['firmware'],
  },
  trust: {
    at: 'POST firmware/key',
    does: { zh: '添加受信任的公钥', en: 'Trust the key of a vendor' },
    who: 'firmware.write',
    scene: 'none',
    fresh: true,
    /** PEM, base64 of 32 bytes, or a signify, usign or minisign public key. */
    in: Type.Object({ name: Line(32, 1), key: Type.String({ minLength: 40, maxLength: 4096 }) }),
    out: Type.Object({ id: Id }),
    errors: [errors.badKey, errors.keyTaken],
  },
  distrust: {
    at: 'DELETE firmware/key',
    does: { zh: '删除受信任的公钥', en: 'Remove a trusted key' },
    who: 'firmware.write',
    scene: 'none',
    undoable: true,
    in: Type.Object({ id: Id }),
    out: Empty,
  },
})
