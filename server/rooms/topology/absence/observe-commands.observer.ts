import { type CommandOutcome, defineCommandObserver } from '../../../devices/send-command.ts'
import { declareAbsence, shortenAbsence, withdrawAbsence } from './declare.job.ts'

/** That a device goes away for what it is sent is declared before, and shorter or withdrawn by what it answers. */
export const absences = defineCommandObserver({
  async before({ system, device_id, command, work }) {
    const absence = await declareAbsence(system, device_id, command, work)
    return async (outcome) => {
      if (isRefused(outcome)) await withdrawAbsence(system, absence)
      else if ('answer' in outcome) await shortenAbsence(system, device_id, command, absence)
    }
  },
})

/** A clear no, or nobody there: the device stays as it is. */
const isRefused = (outcome: CommandOutcome): boolean =>
  'nobody' in outcome || ('answer' in outcome && ('unsupported' in outcome.answer || outcome.answer.result === 1))
