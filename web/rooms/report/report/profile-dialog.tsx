import { reportPeriod } from '@belvedere/contract/rooms/report/enums.ts'
import { reportCalls } from '@belvedere/contract/rooms/report/report.ts'
import { useState } from 'react'
import { useMutateCall, useQueryCall } from '../../../kit/calls/query.ts'
import { useScene } from '../../../kit/session/scene.ts'
import { say } from '../../../kit/words/words.ts'
import { Dialog, FormDialog } from '../../../ui/dialogs/dialog.tsx'
import { ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { AvailabilityPart, LogoPart, SchedulePart, SectionsPart } from './profile-parts.tsx'
import type { ReportProfileAnswer } from './report.ts'

interface ProfileDialogProps {
  editable: boolean
  onClose: () => void
}

const title = { zh: '报告设置', en: 'Settings of reports' }

/** Sections of reports, calculation of availability, schedule and recipients. */
export function ProfileDialog({ editable, onClose }: ProfileDialogProps) {
  const scene = useScene()
  const { data, error, refetch } = useQueryCall(reportCalls.profile, { scene_id: scene.id })
  if (data) return <ProfileForm profile={data} editable={editable} onClose={onClose} />
  return (
    <Dialog open title={title} onClose={onClose}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-80" />}
    </Dialog>
  )
}

function ProfileForm({ profile, editable, onClose }: ProfileDialogProps & { profile: ReportProfileAnswer }) {
  const scene = useScene()
  const { run, pending, fields } = useMutateCall(reportCalls.setProfile, { done: { zh: '已保存', en: 'Saved' } })
  const [draft, setDraft] = useState(profile)
  const [targets, setTargets] = useState(profile.targets.join('\n'))
  const set = (part: Partial<ReportProfileAnswer>) => setDraft({ ...draft, ...part })
  const submit = async () => {
    const { logo: _, next_at: __, changed_by: ___, mail: ____, ...input } = draft
    const list = targets.split(/[\s,;，；]+/).filter(Boolean)
    if (input.sections.length > 0 && (await run({ scene_id: scene.id, ...input, targets: [...new Set(list)] })))
      onClose()
  }
  const dirty = JSON.stringify(draft) !== JSON.stringify(profile) || targets !== profile.targets.join('\n')
  return (
    <FormDialog
      open
      title={title}
      onClose={onClose}
      onSubmit={() => void submit()}
      pending={pending}
      ok={{ zh: '保存', en: 'Save' }}
      dirty={dirty}
    >
      <fieldset disabled={!editable} className="flex flex-col gap-5">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={{ zh: '标题', en: 'Title' }}
            maxLength={64}
            value={draft.title}
            onChange={(text) => set({ title: text })}
            placeholder={say({ zh: '网络运行报告', en: 'Network report' })}
          />
          <Select
            label={{ zh: '默认周期', en: 'Usual period' }}
            options={reportPeriod.values}
            value={draft.period}
            onChange={(period) => set({ period })}
          />
        </div>
        <LogoPart logo={profile.logo} />
        <SectionsPart draft={draft} set={set} />
        <AvailabilityPart draft={draft} set={set} />
        <SchedulePart
          draft={draft}
          set={set}
          profile={profile}
          targets={targets}
          onTargets={setTargets}
          error={fields['targets'] ?? Object.entries(fields).find(([name]) => name.startsWith('targets'))?.[1]}
        />
      </fieldset>
    </FormDialog>
  )
}
