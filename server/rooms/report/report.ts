import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { reportErrors as errors } from '@belvedere/contract/rooms/report/errors.ts'
import { say } from '@belvedere/contract/kit/text.ts'
import { accountErrors } from '@belvedere/contract/rooms/account/errors.ts'
import { reportCalls } from '@belvedere/contract/rooms/report/report.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { defineUndo, type Reversal } from '../../engines/undo/define-undo.ts'
import { confirmedMail } from '../notify/api.ts'
import { reportUpdated } from './api.ts'
import { buildReport } from './build/build-report.ts'
import { drawLogo } from './logo.ts'
import { getSceneName } from '../scene/api.ts'
import { requireReport } from './report.quota.ts'
import { fileName, makeReport } from './make-report.job.ts'
import { nextOf } from './run-schedules.job.ts'
import {
  addReport,
  countOpen,
  dropReports,
  findProfile,
  findReport,
  listReports,
  putLogo,
  putProfile,
  teamOf,
} from './store.ts'
import { type ReportProfile, usualProfile, requestOf } from './report-request.ts'
import { activeChannel } from '../delivery/api.ts'

/** Maximum number of reports of one scene that are made at the same time. */
const AT_ONCE = 3

export const calls = implement(reportCalls, {
  async profile(ctx, { scene_id }) {
    const kept = await findProfile(ctx, scene_id)
    const { logo = '', next_at = null, changed_by = '' } = kept ?? {}
    const mail = (await activeChannel(ctx.system, 'email')) ? (1 as const) : (0 as const)
    return { ...usualProfile, lang: ctx.lang, ...kept?.fields, logo, next_at, changed_by, mail }
  },
  async setProfile(ctx, { scene_id, ...profile }) {
    return { next_at: await setProfile(ctx, scene_id, profile) }
  },
  async logo(ctx, { scene_id }) {
    const [upload] = ctx.uploads
    const logo = upload ? await drawLogo(upload.bytes) : ''
    const before = (await findProfile(ctx, scene_id))?.logo ?? ''
    await putLogo(ctx, scene_id, logo, ctx.uid, ctx.session?.name ?? '')
    const { name } = await getSceneName(ctx, scene_id)
    ctx.audit({ object: `report-logo:${scene_id}`, name, scene_id, before: { logo: before }, after: { logo } })
    ctx.emit(reportUpdated, { scene_id })
    return { logo }
  },
  async preview(ctx, input) {
    const { scene_id } = input
    const { time_zone } = await getSceneName(ctx, scene_id)
    const request = requestOf(input, await profileOf(ctx, scene_id), time_zone, ctx.now())
    const { availability: _, ...report } = await buildReport(ctx, scene_id, request, ctx.lang)
    return report
  },
  async make(ctx, input) {
    const { scene_id } = input
    const { time_zone } = await getSceneName(ctx, scene_id)
    const request = { ...requestOf(input, await profileOf(ctx, scene_id), time_zone, ctx.now()), targets: [] }
    if ((await countOpen(ctx, scene_id)) >= AT_ONCE) throw refuse(errors.tooManyReports)
    await requireReport(ctx, scene_id)
    const by = ctx.session?.name ?? ''
    const how = {
      scene_id,
      uid: ctx.uid,
      by,
      source: 'manual' as const,
      lang: ctx.lang,
      created_at: ctx.now(),
      request,
    }
    const id = await addReport(ctx, how)
    ctx.afterwards(() => ctx.system.enqueue(makeReport, { id }))
    ctx.emit(reportUpdated, { scene_id })
    return { id }
  },
  list: listReports,
  async file(ctx, { scene_id, report_id, format }) {
    const report = await findReport(ctx, report_id)
    if (!report || report.scene_id !== scene_id) throw refuse(commonErrors.notFound)
    const file = report[format]
    if (file === null) throw refuse(errors.notReady)
    const { name: scene_name, time_zone } = await getSceneName(ctx, scene_id)
    const filename = `${fileName({ scene_name, time_zone, from: report.request.from })}.${format}`
    return {
      filename,
      mime: format === 'pdf' ? 'application/pdf' : 'text/csv; charset=utf-8',
      body: await ctx.system.files.read(file),
    }
  },
  async remove(ctx, { scene_id, ids }) {
    const gone = await dropReports(ctx, scene_id, ids)
    if (gone.ids.length > 0)
      ctx.audit({ object: 'report', name: gone.ids.join(', '), scene_id, before: { reports: gone.ids.length } })
    ctx.afterwards(async () => {
      for (const name of gone.files) await ctx.system.files.remove(name)
    })
    ctx.emit(reportUpdated, { scene_id })
    return {}
  },
})

const profileOf = async (ctx: Ctx, scene_id: number): Promise<ReportProfile> => ({
  ...usualProfile,
  ...(await findProfile(ctx, scene_id))?.fields,
})

/** Reports are sent only to confirmed addresses. */
async function requireConfirmed(ctx: Ctx, scene_id: number, targets: readonly string[]): Promise<void> {
  if (targets.length === 0) return
  const team_id = await teamOf(ctx, scene_id)
  const at = { ...ctx.system, db: ctx.db }
  for (const address of targets) {
    if (await confirmedMail(at, team_id, address)) continue
    const text = say(accountErrors.notConfirmed, ctx.lang, { address })
    throw refuse(accountErrors.notConfirmed, { address }, { fields: { targets: text } })
  }
}

async function setProfile(ctx: Ctx, scene_id: number, profile: ReportProfile): Promise<number | null> {
  const { name, time_zone } = await getSceneName(ctx, scene_id)
  const before = await profileOf(ctx, scene_id)
  await requireConfirmed(
    ctx,
    scene_id,
    profile.targets.filter((one) => !before.targets.includes(one)),
  )
  const next_at = nextOf(profile, time_zone, ctx.now())
  await putProfile(ctx, { scene_id, fields: profile, next_at, uid: ctx.uid, changed_by: ctx.session?.name ?? '' })
  ctx.audit({ object: `report-profile:${scene_id}`, name, scene_id, before, after: profile })
  ctx.emit(reportUpdated, { scene_id })
  return next_at
}

const profile: Reversal = {
  kind: 'report-profile',
  read: async (ctx, scene_id) => ({ ...(await profileOf(ctx, scene_id)) }),
  async change(ctx, scene_id, to) {
    await setProfile(ctx, scene_id, { ...(await profileOf(ctx, scene_id)), ...(to as Partial<ReportProfile>) })
  },
}

const logo: Reversal = {
  kind: 'report-logo',
  read: async (ctx, scene_id) => ({ logo: (await findProfile(ctx, scene_id))?.logo ?? '' }),
  async change(ctx, scene_id, to) {
    await putLogo(ctx, scene_id, String(to['logo']), ctx.uid, ctx.session?.name ?? '')
    ctx.audit({ object: `report-logo:${scene_id}`, scene_id, before: { logo: '' }, after: to })
    ctx.emit(reportUpdated, { scene_id })
  },
}

const again = { zh: '可在报告页重新生成', en: 'Make it again on the page of reports', to: '/scene/topology/report' }

export const undo = defineUndo(reportCalls, { setProfile: profile, logo, remove: again })
