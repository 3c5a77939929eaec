import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Empty, enumOf, Flag, Id } from '../../kit/schema.ts'
import { importWhat } from '../monitor/enums.ts'
import { enrolErrors as errors } from './errors.ts'

/** Lines of one list. */
export const mostLines = 10_000

export const importCalls = defineCalls({
  /**
   * A list of devices, as the file `file` of a form: CSV in UTF-8 or GB18030, first line the names of the columns in either
   * language (`GET device/add/template`). A line with a serial number claims a device, one with an IP address and none adds a
   * third-party device. `test` 1 returns the result without changes; otherwise all is done in one transaction.
   */
  take: {
    at: 'POST device/add/import',
    does: { zh: '批量导入设备', en: 'Import a list of devices' },
    who: 'device.write',
    scene: 'own',
    in: Type.Object({
      /** Of lines that name none. */
      scene_id: Id,
      test: Type.Optional(Flag),
      /** 1: lines with mistakes are left out; otherwise one of them refuses the whole list. */
      partial: Type.Optional(Flag),
    }),
    out: Type.Object({
      total_cnt: Type.Integer(),
      err_cnt: Type.Integer(),
      /** Devices that are or would be added: claimed or registered, and third-party ones. */
      claim_cnt: Type.Integer(),
      /** Devices that are or would be requested: without proof of possession an administrator of the installation decides. */
      ask_cnt: Type.Integer(),
      third_cnt: Type.Integer(),
      /** Existing ones, which stay unchanged. */
      here_cnt: Type.Integer(),
      encoding: Type.String(),
      /** Columns that are not known, and not read. */
      ignored: Type.Array(Type.String()),
      /** Lines with mistakes first, at most 500. */
      lines: Type.Array(
        Type.Object({
          /** In the file, the heading is 1. */
          line: Type.Integer(),
          what: enumOf(importWhat),
          name: Type.String(),
          /** Serial number, else address. */
          id: Type.String(),
          scene: Type.String(),
          /** In the caller's language; empty: no error. */
          reason: Type.String(),
        }),
      ),
    }),
    errors: [errors.noList, errors.badList, errors.tooManyLines, errors.linesWrong],
    uploads: { files: 1, bytes: 5 << 20 },
    per_minute: 30,
  },
  template: {
    at: 'GET device/add/template',
    does: { zh: '下载导入模板', en: 'Get an example of a list of devices' },
    who: 'device.write',
    scene: 'none',
    in: Empty,
    out: Empty,
    blob: true,
  },
})
