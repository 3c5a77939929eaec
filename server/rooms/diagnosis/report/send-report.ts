import { say } from '@belvedere/contract/kit/text.ts'
import type { System } from '../../../kernel/implement.ts'
import { defineJob } from '../../../kernel/job.ts'
import { activeChannel } from '../../account/api.ts'
import { reportMoved } from '../api.ts'
import { findReport, tellSending, tellSent } from './store.ts'

interface Sending {
  /** Of the report. */
  id: number
  target: string
  subject: string
  text: string
  /** Of the attached files, without an ending. */
  name: string
}

const later = {
  zh: '还没有送达 {target}，两小时内会再试：{why}',
  en: 'Not yet sent to {target}, tried again for two hours: {why}',
}
const refused = { zh: '没有送达 {target}：{why}', en: 'Not sent to {target}: {why}' }
const noMail = { zh: '邮件通道已停用', en: 'there is no channel for mail any more' }

/** Milliseconds for one mail. */
const PATIENCE = 60_000

/** Sends a report that was made to one address; tried again, ever more rarely, while the mail server is away or busy. */
export const sendReport = defineJob<Sending, System>({
  name: 'diagnosis.send-report',
  // 2, 4, 8 … seconds: the last try is two hours and more after the first
  retries: 12,
  async run({ id, target, subject, text, name }, system) {
    const kept = await findReport(system, id)
    // removed meanwhile
    if (!kept?.pdf || !kept.csv) return
    const { lang, scene_id } = kept
    const files = [
      { name: `${name}.pdf`, mime: 'application/pdf', body: await system.files.read(kept.pdf) },
      { name: `${name}.csv`, mime: 'text/csv', body: await system.files.read(kept.csv) },
    ]
    const template = { kind: 'notice' as const, values: {} }
    const notice = { target, lang, subject, text, files, template, id: `report-${id}-${target.replaceAll('@', '-')}` }
    const channel = await activeChannel(system, 'email')
    const end = channel
      ? await channel.send(notice, AbortSignal.timeout(PATIENCE))
      : { ok: false, answer: noMail[lang], again: true as const }
    if (end.ok) await tellSent(system.db, id)
    else await tellSending(system.db, id, say(end.again ? later : refused, lang, { target, why: end.answer }))
    system.emit(reportMoved, { scene_id })
    if (end.again) throw new Error(`the report ${id} was not sent: ${end.answer}`)
  },
})
