import { cgiCalls } from '@belvedere/contract/rooms/device/cgi.ts'
import { deviceErrors as errors } from '@belvedere/contract/rooms/device/errors.ts'
import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { say } from '@belvedere/contract/kit/text.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { sendCommand, type CommandOutcome } from '../../devices/send-command.ts'
import { readSerial } from './rules.ts'
import { type DeviceRow, findRequested } from './store.ts'
import { contentOf } from './table-request.ts'

/** Milliseconds for a device to answer a query. */
const TIME = 30_000
/** The answer that the specification prescribes for devices that do not support the query. */
const NOT_SUPPORT = 'Not support'

interface Inner {
  code: number
  msg: string
  data: unknown
}

export const calls = implement(cgiCalls, {
  async ask(ctx, { sn, scene_id, is_main, type, content }) {
    const page = contentOf(content)
    const device = await request(ctx, sn, is_main === 1 || !sn ? scene_id : undefined)
    if (!device.online) return inner(errors.offline.code, errors.offline[ctx.lang])
    return answerOf(ctx, await sendCommand(ctx.system, device.id, { verb: 'cgi', args: { type, content: page } }, TIME))
  },
})

async function request(ctx: Ctx, sn: string | undefined, scene_id: number | undefined): Promise<DeviceRow> {
  const serial = sn ? readSerial(sn) : undefined
  if (sn && !serial) throw refuse(errors.badSerial)
  if (!serial && !scene_id)
    throw refuse(commonErrors.badInput, undefined, { fields: { sn: errors.badSerial[ctx.lang] } })
  const device = await findRequested(ctx, serial ? { sn: serial } : { scene_id: scene_id as number })
  if (!device) throw refuse(serial ? commonErrors.notFound : errors.noMainDevice)
  return device
}

const inner = (code: number, msg: string, data: unknown = null): Inner => ({ code, msg, data })

function answerOf({ lang }: Ctx, outcome: CommandOutcome): Inner {
  if ('nobody' in outcome) return inner(errors.offline.code, errors.offline[lang])
  if ('late' in outcome) return inner(errors.timedOut.code, say(errors.timedOut, lang, { seconds: TIME / 1000 }))
  if ('broken' in outcome) return inner(1, outcome.broken)
  const { answer } = outcome
  if ('unsupported' in answer) return inner(errors.notSupported.code, NOT_SUPPORT)
  // a device that knows the method but not this query answers so itself
  if (/not support/i.test(answer.msg) && answer.result !== 0) return inner(errors.notSupported.code, NOT_SUPPORT)
  if (answer.result === 0) return inner(0, '', answer.data)
  return inner(answer.result, answer.words?.[lang] ?? answer.msg, answer.data ?? null)
}
