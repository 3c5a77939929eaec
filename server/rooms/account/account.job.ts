import type { System } from '../../kernel/implement.ts'
import { defineJob } from '../../base/jobs/job.ts'
import { sweepCodes } from './code/store.ts'
import { sweepKnown } from './known/store.ts'
import { sweepSecondSteps } from './otp/store.ts'
import { sweepQr } from './qrcode/store.ts'
import { BINDING_LIFE, LOG_LIFE } from './rules.ts'
import { sweepSignInLog } from './session/store.ts'
import { sweep } from './store.ts'
import { sweepCaptchas } from '../captcha/api.ts'

/** Removes ended sessions, expired failure counts, unanswered captchas and questions, and old sign-in records. */
export const sweepSessions = defineJob({
  name: 'account.sweep',
  every: '*/10 * * * *',
  async run(_: unknown, system: System) {
    const now = system.now()
    await sweep(system, now)
    await sweepCaptchas(system, now)
    // daily limits count one day back
    await sweepCodes(system, now - 86_400)
    await sweepSecondSteps(system, now, BINDING_LIFE)
    await sweepQr(system, now)
    await sweepSignInLog(system, now)
    await sweepKnown(system, now - LOG_LIFE)
  },
})
