import { type CommandOutcome, defineCommandObserver } from '../../../devices/send-command.ts'
import { declareAbsence, shortenAbsence, withdrawAbsence } from './declare.job.ts'

/** Declares an absence before a command is sent, and shortens or withdraws it by the answer. */
export const absences = defineCommandObserver({
  async before({ system, device_id, command, work }) {
    const absence = await declareAbsence(system, device_id, command, work)
    return async (outcome) => {
      if (isRefused(outcome)) await withdrawAbsence(system, absence)
      else if ('answer' in outcome) await shortenAbsence(system, device_id, command, absence)
    }
  },
})

/** A clear refusal, or the device is offline: it stays unchanged. */
const isRefused = (outcome: CommandOutcome): boolean =>
  'nobody' in outcome || ('answer' in outcome && ('unsupported' in outcome.answer || outcome.answer.result === 1))
