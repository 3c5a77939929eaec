import { consoleUrl } from '../../base/settings/config.ts'
import type { System } from '../../kernel/implement.ts'
import { defineJob } from '../../base/jobs/job.ts'
import { mailAdministrators } from '../account/api.ts'
import { outageMail } from './outage-mail.ts'
import { takeUntold } from './store.ts'

/** Seconds after which an outage is no longer reported. */
const KEEP = 86_400

/** One mail for outages and recoveries within a minute: an unstable node does not fill a mailbox. */
export const reportOutages = defineJob<unknown, System>({
  name: 'node.tell-outages',
  every: '* * * * *',
  run: (_, system) => tellNow(system),
})

async function tellNow(system: System): Promise<void> {
  const link = `${consoleUrl(system.config)}/account/nodes`
  await mailAdministrators(system, 'outage', KEEP, async (db) => {
    const list = await takeUntold(db)
    if (list.length === 0) return undefined
    return (lang) => {
      const { subject, text } = outageMail(list, link, lang)
      return { lang, subject, text, link, tone: 'danger', template: { kind: 'notice', values: { text: subject } } }
    }
  })
}
