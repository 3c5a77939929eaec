import { say, type Words } from '@belvedere/contract/kit/text.ts'
import type { Delivery } from '@belvedere/drivers/kit/define-notify-channel.ts'
import { defineJob } from '../../../base/jobs/job.ts'
import type { System } from '../../../kernel/implement.ts'
import { Refusal } from '../../../kernel/refuse.ts'
import { mails, spendQuota } from '../../account/api.ts'
import { confirmedMail } from '../../notify/api.ts'
import { reportUpdated } from '../api.ts'
import { listDue, outbox, type ReportMessage, takeMessage } from './message-store.ts'
import { findReport, type StoredReport, teamOf, recordSendError, markSent } from '../store.ts'
import { activeChannel } from '../../delivery/api.ts'

const later = {
  zh: '还没有送达 {target}，两小时内会再试：{why}',
  en: 'Not yet sent to {target}, tried again for two hours: {why}',
}
const refused = { zh: '没有送达 {target}：{why}', en: 'Not sent to {target}: {why}' }
/** Fixed words only: a title and the name of a scene are a customer's text, and belong in the body. */
const subject = { zh: '网络运行报告 · 揽景', en: 'Network report · Belvedere' }
const notConfirmed = {
  zh: '该地址未经确认：请添加为告警联系人并完成验证，或由团队成员绑定该邮箱',
  en: 'the address is not verified; add it as an alarm contact and verify it, or let a member bind it to an account',
}
const hasLeft = { zh: '收件人已退订', en: 'its owner unsubscribed' }
const noMail = { zh: '邮件通道已停用', en: 'there is no channel for mail any more' }

/** Milliseconds for one mail. */
const SEND_LIMIT = 60_000
/** Maximum number of messages in one run; the next run takes the rest. */
const MOST = 100

/** Sends a finished report to one address. Throws when it has to be retried: the delay of the queue grows each time. */
export const sendReport = defineJob<{ id: number }, System>({
  name: 'report.send',
  retries: 12,
  run: ({ id }, system) => sendNow(system, id),
})

/** Sends messages whose job was lost with a process, and messages that are due for a retry. */
export const sendDue = defineJob<unknown, System>({
  name: 'report.send-due',
  every: '* * * * *',
  async run(_, system) {
    // already postponed; one failure must not delay the others
    for (const id of await listDue(system.db, system.now(), MOST)) await sendNow(system, id).catch(() => {})
  },
})

async function sendNow(system: System, id: number): Promise<void> {
  const message = await takeMessage(system.db, id, system.now())
  if (!message) return
  const kept = await findReport(system, message.report_id)
  const delivery = await deliver(system, message, kept)
  const { again } = await outbox.note(system.db, message, 'email', delivery, system.now())
  if (!kept) return
  const { lang, scene_id } = kept
  const why = { target: message.target, why: delivery.answer }
  if (delivery.ok) await markSent(system.db, kept.id)
  else await recordSendError(system.db, kept.id, say(again ? later : refused, lang, why))
  system.emit(reportUpdated, { scene_id })
  if (again) throw new Error(`the report ${kept.id} was not sent: ${delivery.answer}`)
}

async function deliver(system: System, message: ReportMessage, kept: StoredReport | undefined): Promise<Delivery> {
  if (!kept?.pdf || !kept.csv) return { ok: false, answer: 'removed' }
  const { lang, scene_id } = kept
  const never = (why: Words): Delivery => ({ ok: false, answer: why[lang] })
  const team_id = await teamOf(system, scene_id)
  // checked again at each attempt: the confirmation may have been withdrawn
  const to = await confirmedMail(system, team_id, message.target)
  if (!to) return never(notConfirmed)
  if (to.left) return never(hasLeft)
  const channel = await activeChannel(system, 'email')
  if (!channel) return { ...never(noMail), again: true }
  try {
    await spendQuota(system, mails, team_id)
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, answer: say(error.spec, lang, error.values) }
    throw error
  }
  const { target, text, name } = message
  const files = [
    { name: `${name}.pdf`, mime: 'application/pdf', body: await system.files.read(kept.pdf) },
    { name: `${name}.csv`, mime: 'text/csv', body: await system.files.read(kept.csv) },
  ]
  const notice = {
    target,
    lang,
    subject: subject[lang],
    text,
    files,
    template: { kind: 'notice' as const, values: {} },
    unsubscribe: to.unsubscribe,
    id: `report-${kept.id}-${target.replaceAll('@', '-')}`,
  }
  const delivery = await channel.send(notice, AbortSignal.timeout(SEND_LIMIT))
  // a mail that was not sent does not count
  if (!delivery.ok) await spendQuota(system, mails, team_id, -1)
  return delivery
}
