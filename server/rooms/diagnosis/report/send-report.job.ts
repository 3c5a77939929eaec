import { say, type Words } from '@belvedere/contract/kit/text.ts'
import type { System } from '../../../kernel/implement.ts'
import { defineJob } from '../../../base/jobs/job.ts'
import { Refusal } from '../../../kernel/refuse.ts'
import { activeChannel, mails, spendQuota } from '../../account/api.ts'
import { confirmedMail } from '../../alarm/api.ts'
import { reportUpdated } from '../api.ts'
import { findReport, teamOf, tellSending, tellSent } from './store.ts'

interface ReportMail {
  /** Of the report. */
  id: number
  target: string
  text: string
  /** Of the attached files, without an ending. */
  name: string
}

const later = {
  zh: '还没有送达 {target}，两小时内会再试：{why}',
  en: 'Not yet sent to {target}, tried again for two hours: {why}',
}
const refused = { zh: '没有送达 {target}：{why}', en: 'Not sent to {target}: {why}' }
/** Of our words alone: a title and the name of a scene are a customer's, and stand in the text. */
const subject = { zh: '网络运行报告 · 揽景', en: 'Network report · Belvedere' }
const notConfirmed = {
  zh: '该地址未经确认：请添加为告警联系人并完成验证，或由团队成员绑定该邮箱',
  en: 'the address is not verified; add it as an alarm contact and verify it, or let a member bind it to an account',
}
const hasLeft = { zh: '收件人已退订', en: 'its owner unsubscribed' }
const noMail = { zh: '邮件通道已停用', en: 'there is no channel for mail any more' }

/** Milliseconds for one mail. */
const PATIENCE = 60_000

/** Sends a report that was made to one address; tried again, ever more rarely, while the mail server is away or busy. */
export const sendReport = defineJob<ReportMail, System>({
  name: 'diagnosis.send-report',
  // 2, 4, 8 … seconds: the last try is two hours and more after the first
  retries: 12,
  async run({ id, target, text, name }, system) {
    const kept = await findReport(system, id)
    // removed meanwhile
    if (!kept?.pdf || !kept.csv) return
    const { lang, scene_id } = kept
    const team_id = await teamOf(system, scene_id)
    // asked again at each try: it may have been withdrawn
    const to = await confirmedMail(system, team_id, target)
    const tell = async (why: Words) => {
      await tellSending(system.db, id, say(refused, lang, { target, why: why[lang] }))
      system.emit(reportUpdated, { scene_id })
    }
    if (!to) return tell(notConfirmed)
    if (to.left) return tell(hasLeft)
    const files = [
      { name: `${name}.pdf`, mime: 'application/pdf', body: await system.files.read(kept.pdf) },
      { name: `${name}.csv`, mime: 'text/csv', body: await system.files.read(kept.csv) },
    ]
    const template = { kind: 'notice' as const, values: {} }
    const notice = {
      target,
      lang,
      subject: subject[lang],
      text,
      files,
      template,
      unsubscribe: to.unsubscribe,
      id: `report-${id}-${target.replaceAll('@', '-')}`,
    }
    const channel = await activeChannel(system, 'email')
    try {
      if (channel) await spendQuota(system, mails, team_id)
    } catch (error) {
      if (error instanceof Refusal)
        return tell({ zh: say(error.spec, 'zh', error.values), en: say(error.spec, 'en', error.values) })
      throw error
    }
    const end = channel
      ? await channel.send(notice, AbortSignal.timeout(PATIENCE))
      : { ok: false, answer: noMail[lang], again: true as const }
    if (end.ok) await tellSent(system.db, id)
    else await tellSending(system.db, id, say(end.again ? later : refused, lang, { target, why: end.answer }))
    system.emit(reportUpdated, { scene_id })
    // what did not go out uses nothing up
    if (channel && !end.ok) await spendQuota(system, mails, team_id, -1)
    if (end.again) throw new Error(`the report ${id} was not sent: ${end.answer}`)
  },
})
