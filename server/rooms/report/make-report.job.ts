import { say } from '@belvedere/contract/kit/text.ts'
import { loss } from '@belvedere/contract/rooms/account/loss/enums.ts'
import { reportCalls } from '@belvedere/contract/rooms/report/report.ts'
import type { System } from '../../kernel/implement.ts'
import { defineJob } from '../../base/jobs/job.ts'
import { Refusal } from '../../kernel/refuse.ts'
import { actAs, contextOf } from '../../engines/act-as/act-as.ts'
import { reportUpdated } from './api.ts'
import { percentText } from './build/availability-rules.ts'
import { buildReport, type BuiltReport } from './build/build-report.ts'
import { pictureOf } from './logo.ts'
import { printInThread } from './print/print-in-thread.ts'
import { printCsv } from './print/print-csv.ts'
import { momentText } from './build/section-kit.ts'
import { addMessages } from './send/message-store.ts'
import { sendReport } from './send/send-report.job.ts'
import {
  endReport,
  failReport,
  findProfile,
  findReport,
  type StoredReport,
  setProgress,
  recordSendError,
} from './store.ts'
import { activeChannel } from '../delivery/api.ts'

/** Makes a report with the current rights of its author, and sends it to its recipients. */
export const makeReport = defineJob<{ id: number }, System>({
  name: 'report.make',
  retries: 1,
  async run({ id }, system) {
    const kept = await findReport(system, id)
    if (!kept || kept.state === 'done' || kept.state === 'failed') return
    try {
      await make(system, kept)
    } catch (error) {
      const why =
        error instanceof Refusal ? say(error.spec, kept.lang, error.values) : String((error as Error)?.message ?? error)
      system.log.error({ report: id, error: String((error as Error)?.stack ?? error) }, 'report')
      await failReport(system.db, id, why)
      system.emit(reportUpdated, { scene_id: kept.scene_id })
    }
  },
})

async function make(system: System, kept: StoredReport): Promise<void> {
  const { id, scene_id, uid, lang, request } = kept
  const rights = await actAs(system, uid, reportCalls.make, scene_id)
  if ('lost' in rights) {
    await failReport(system.db, id, loss.label(rights.lost, lang))
    return system.emit(reportUpdated, { scene_id })
  }
  // with the data as of the request: a report that is made later has the same content
  const at = contextOf(system, rights, { now: () => kept.created_at })
  const tell = async (share: number) => {
    await setProgress(system.db, id, Math.round(100 * share))
    system.emit(reportUpdated, { scene_id })
  }
  await tell(0.05)
  const report = await buildReport(at, scene_id, request, lang, tell)
  const logo = pictureOf((await findProfile(at, scene_id))?.logo ?? '')
  await tell(0.85)
  const made_at = momentText(kept.created_at, report.time_zone)
  const pdf = await printInThread(report, { lang, logo, sign: request.sign === 1, made_at })
  const csv = printCsv(report, lang)
  const files = { pdf: await system.files.put(pdf), csv: await system.files.put(csv) }
  await endReport(system.db, id, {
    ...files,
    pdf_bytes: pdf.length,
    csv_bytes: csv.length,
    availability: report.availability,
  })
  if (request.targets.length > 0) await send(system, kept, report)
  system.emit(reportUpdated, { scene_id })
}

const noMail = { zh: '没有配置邮件通道，未发送', en: 'No channel for mail is set up; it was not sent' }
const body = {
  zh: '{scene} 的{title}见附件。\n\n周期：{period}\n可用率：{availability}\n',
  en: '{title} of {scene} is attached.\n\nPeriod: {period}\nAvailability: {availability}\n',
}

/** A message for each address: a rejected one delays no other, and none is sent twice. */
async function send(system: System, { id, request, lang }: StoredReport, report: BuiltReport): Promise<void> {
  if (!(await activeChannel(system, 'email'))) return recordSendError(system.db, id, noMail[lang])
  const { title, scene_name: scene, period } = report
  const text = say(body, lang, { title, scene, period, availability: percentText(report.availability) })
  const ids = await addMessages(system.db, id, request.targets, { text, name: fileName(report) }, system.now())
  for (const message of ids) await system.enqueue(sendReport, { id: message })
}

/** The name of the files, without an extension. */
export const fileName = ({
  scene_name,
  from,
  time_zone,
}: Pick<BuiltReport, 'scene_name' | 'from' | 'time_zone'>): string =>
  `${scene_name}-${momentText(from, time_zone).slice(0, 10)}`.replaceAll(/[\\/:*?"<>|\s]+/g, '-').slice(0, 100)
