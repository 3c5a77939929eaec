import type { campaignCalls } from '@belvedere/contract/rooms/firmware/campaign.ts'
import { campaignPhase, campaignState, upgradeReason } from '@belvedere/contract/rooms/firmware/enums.ts'
import type { RowOf } from '../../../kit/list/call-table.tsx'
import { lang } from '../../../kit/words/words.ts'
import { Progress } from '../../../ui/feedback/progress.tsx'
import { Status } from '../../../ui/feedback/status.tsx'

export type Campaign = RowOf<typeof campaignCalls.list>

/** State, and what it waits for or the reason for its pause. */
export function CampaignStatus({ campaign: { state, phase, reason } }: { campaign: Campaign }) {
  const more =
    state === 'running' ? campaignPhase.label(phase, lang) : reason ? upgradeReason.label(reason, lang) : undefined
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Status tone={campaignState.find(state)?.tone} label={campaignState.label(state, lang)} />
      {more && <span className="truncate text-xs text-soft">{more}</span>}
    </span>
  )
}

export function CampaignProgress({ counts }: Pick<Campaign, 'counts'>) {
  const bad = counts.failed + counts.lost
  return <Progress done={counts.done + bad} total={counts.total - counts.cancelled} failed={bad} />
}
