import { campaignCalls } from '@belvedere/contract/rooms/firmware/campaign.ts'
import { useState } from 'react'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { ConfigDialog } from '../../../ui/dialogs/config-dialog.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { emptyDraft, inputOf, type CampaignDraft } from './campaign-draft.ts'
import { FirmwareChoice } from './firmware-choice.tsx'
import { OptionFields } from './option-fields.tsx'
import { PlanPreview } from './plan-preview.tsx'
import { ScopeFields } from './scope-fields.tsx'

export interface CampaignDialogProps {
  /** Initially selected images. */
  firmware_ids: readonly number[]
  /** Devices selected in a list; without them the scope is a scene or all scenes. */
  device_ids?: readonly number[] | undefined
  onClose: () => void
  onStarted: (id: number) => void
}

/** Firmware, devices and options on one page, with a preview of the plan. */
export function CampaignDialog({ firmware_ids, device_ids, onClose, onStarted }: CampaignDialogProps) {
  const [draft, setDraft] = useState(() => emptyDraft(firmware_ids))
  const { run, pending } = useMutateCall(campaignCalls.upgrade, {
    done: { zh: '升级计划已开始', en: 'The campaign has started' },
  })
  const change = (part: Partial<CampaignDraft>) => setDraft((was) => ({ ...was, ...part }))
  const submit = async () => {
    if (draft.firmware_ids.length === 0) return toast.warning(say({ zh: '请选择固件', en: 'Choose the firmware' }))
    const made = await run(inputOf(draft, device_ids))
    if (made) onStarted(made.campaign_id)
  }
  return (
    <ConfigDialog
      open
      width={1240}
      title={{ zh: '新建升级计划', en: 'New firmware campaign' }}
      ok={draft.start ? { zh: '按计划开始', en: 'Schedule' } : { zh: '开始升级', en: 'Start' }}
      pending={pending}
      dirty={draft.firmware_ids.length > 0 && draft !== undefined && draft.name !== ''}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <div className="grid grid-cols-[minmax(0,5fr)_minmax(0,6fr)] items-start gap-6 max-lg:grid-cols-1">
        <div className="flex flex-col gap-6">
          <FirmwareChoice chosen={draft.firmware_ids} onChange={(ids) => change({ firmware_ids: ids })} />
          <ScopeFields draft={draft} onChange={change} devices={device_ids?.length} />
          <OptionFields draft={draft} onChange={change} />
        </div>
        <PlanPreview draft={draft} device_ids={device_ids} />
      </div>
    </ConfigDialog>
  )
}
