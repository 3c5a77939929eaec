import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Empty, enumOf } from '../../kit/schema.ts'
import { codePurpose } from '../delivery/enums.ts'
import { deliveryErrors } from '../delivery/errors.ts'
import { accountErrors as errors } from './errors.ts'
import { Code, codeTarget } from './shapes.ts'

export const checkCalls = defineCalls({
  /** The intermediate step: checks the code without consuming it. A wrong code is counted as in any call. */
  check: {
    at: 'POST user/check',
    does: { zh: '校验验证码', en: 'Check a code that was sent' },
    who: 'anyone',
    scene: 'none',
    in: Type.Object({ ...codeTarget, purpose: enumOf(codePurpose), code: Code }),
    out: Empty,
    errors: [errors.codeWrong, errors.locked, deliveryErrors.badPhone, deliveryErrors.badEmail],
    audit: false,
    tx: false,
    per_minute: 30,
  },
})
