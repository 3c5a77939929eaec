import { scoreCalls } from '@belvedere/contract/rooms/patrol/score.ts'
import { useState } from 'react'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { useScene } from '../../../kit/session/scene.ts'
import { say } from '../../../kit/words/words.ts'
import { FormDialog } from '../../../ui/dialogs/dialog.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { Affected, PatrolFinding } from './patrol.ts'

export interface IgnoreRequest {
  finding: PatrolFinding
  /** Undefined: on all devices. */
  device: Affected | undefined
}

/** Seconds; 0: permanently. */
const spans = [
  { id: 604_800, zh: '7 天', en: 'Seven days' },
  { id: 2_592_000, zh: '30 天', en: 'Thirty days' },
  { id: 7_776_000, zh: '90 天', en: 'Ninety days' },
  { id: 0, zh: '永久', en: 'For good' },
]

/** Ignores a finding, with a reason and an end. */
export function IgnoreDialog({ ask: { finding, device }, onClose }: { ask: IgnoreRequest; onClose: () => void }) {
  const scene = useScene()
  const { run, pending, fields } = useMutateCall(scoreCalls.ignore, { done: { zh: '已忽略', en: 'Ignored' } })
  const [span, setSpan] = useState(2_592_000)
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const missing = tried && !reason.trim() ? { zh: '请填写原因', en: 'A reason is needed' } : undefined
  const submit = async () => {
    setTried(true)
    if (!reason.trim()) return
    const until = span ? { until: Math.floor(Date.now() / 1000) + span } : {}
    const where = device ? { device_ids: [device.device_id] } : {}
    if (await run({ scene_id: scene.id, code: finding.code, reason: reason.trim(), ...where, ...until })) onClose()
  }
  return (
    <FormDialog
      open
      width={460}
      title={say({ zh: '忽略：{title}', en: 'Ignore: {title}' }, { title: finding.title })}
      onClose={onClose}
      onSubmit={() => void submit()}
      pending={pending}
      ok={{ zh: '忽略', en: 'Ignore' }}
      dirty={reason !== ''}
    >
      <div className="flex flex-col gap-4">
        <p className="text-soft">
          {device
            ? say({ zh: '仅对“{name}”忽略。', en: 'Only on “{name}”.' }, { name: device.name || scene.name })
            : say({
                zh: '对该场景的所有设备忽略，包括以后新发现的。',
                en: 'On every device of the scene, those found later included.',
              })}{' '}
          {say({
            zh: '忽略的问题不扣分，可随时取消。',
            en: 'It does not reduce the score and can be withdrawn at any time.',
          })}
        </p>
        <TextField
          label={{ zh: '原因', en: 'Reason' }}
          required
          maxLength={128}
          value={reason}
          onChange={setReason}
          error={fields['reason'] ?? missing}
        />
        <Select label={{ zh: '忽略多久', en: 'For how long' }} options={spans} value={span} onChange={setSpan} />
      </div>
    </FormDialog>
  )
}
