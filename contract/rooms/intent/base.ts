import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Empty, Id, Lines } from '../../kit/schema.ts'
import { LARGEST_DOCUMENT } from './enums.ts'
import { intentErrors as errors } from './errors.ts'

/** Where the configuration of a device begins whose running configuration is not known. Until one of these, nothing is sent to it. */
export const baseCalls = defineCalls({
  import: {
    at: 'POST intent/base/import',
    does: { zh: '导入设备现有配置', en: 'Import the current configuration of a device' },
    who: 'device.write',
    scene: 'write',
    in: Type.Object({
      device_id: Id,
      /** JSON, in the words of the device's family. */
      document: Lines(LARGEST_DOCUMENT, 2),
    }),
    out: Empty,
    errors: [errors.badTarget, errors.isKnown, errors.notDocument],
  },
  /** What runs on it is replaced, except what it reports, and cannot be brought back. */
  agree: {
    at: 'POST intent/base/agree',
    does: { zh: '从空配置开始', en: 'Start a device from an empty configuration' },
    who: 'device.write',
    scene: 'write',
    in: Type.Object({
      device_id: Id,
      /** Name of the device, typed by the person who agrees. */
      name: Lines(200, 1),
    }),
    out: Empty,
    errors: [errors.badTarget, errors.isKnown, errors.otherName],
  },
})
