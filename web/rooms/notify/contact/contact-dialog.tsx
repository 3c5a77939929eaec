import { alarmUserType } from '@belvedere/contract/rooms/notify/enums.ts'
import { userCalls } from '@belvedere/contract/rooms/notify/user.ts'
import { useState } from 'react'
import { useMutateCall, useQueryCall } from '../../../kit/calls/query.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { FormDialog } from '../../../ui/dialogs/dialog.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { AlarmContact, ContactDialog } from './contact.ts'
import { ContactFields } from './contact-fields.tsx'
import { RobotFields } from './robot-fields.tsx'
import { RuleFields } from './rule-fields.tsx'
import { TemplateFields } from './template-fields.tsx'
import { draftOf, inputOf, type ContactProblems, problemsOf, type ContactDraft } from './contact-draft.ts'

interface UserDialogProps {
  robot: 0 | 1
  user: AlarmContact | undefined
  onClose: () => void
  /** Next step: a new address must be verified. */
  onAdded: (next: ContactDialog | undefined) => void
}

/** A contact or a robot: address and rules. */
export function UserDialog({ robot, user, onClose, onAdded }: UserDialogProps) {
  const usual = draftOf(user, robot ? alarmUserType.id.robot : alarmUserType.id.email, lang)
  const [draft, setDraft] = useState(usual)
  const [problems, setProblems] = useState<ContactProblems>({})
  const { data: providers } = useQueryCall(userCalls.provider, user && robot ? { id: user.id } : {})
  const done = { zh: '已保存', en: 'Saved' }
  const add = useMutateCall(userCalls.add, { done })
  const change = useMutateCall(userCalls.change, { done })
  const { fields, pending } = user ? change : add
  const set = (part: Partial<ContactDraft>) => (setDraft((before) => ({ ...before, ...part })), setProblems({}))
  const provider = providers?.list.find((one) => one.provider === draft.provider)
  const submit = async () => {
    const wrong = problemsOf(draft, user)
    if (Object.keys(wrong).length > 0) return setProblems(wrong)
    const input = inputOf(draft, user, provider?.fields ?? [])
    if (user) return (await change.run({ id: user.id, rev: user.rev, ...input })) && onClose()
    const { type, provider: kind } = draft
    const added = await add.run({ type, ...(robot && { provider: kind }), ...input })
    if (!added) return
    const isNext = type < alarmUserType.id.wechat
    // contains only the fields that the next step shows
    onAdded(
      isNext
        ? { what: 'verify', user: { id: added.id, name: input.name, masked: draft.address.trim() } as AlarmContact }
        : undefined,
    )
  }
  const title = robot
    ? user
      ? { zh: '编辑机器人', en: 'Edit robot' }
      : { zh: '添加机器人', en: 'Add robot' }
    : user
      ? { zh: '编辑联系人', en: 'Edit contact' }
      : { zh: '添加联系人', en: 'Add contact' }
  return (
    <FormDialog
      open
      width={640}
      title={title}
      ok={{ zh: '保存', en: 'Save' }}
      pending={pending}
      dirty={JSON.stringify(draft) !== JSON.stringify(usual)}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <div className="flex flex-col gap-4">
        <TextField
          autoFocus
          required
          label={{ zh: '名称', en: 'Name' }}
          placeholder={say(
            robot ? { zh: '如 运维值班群', en: 'Such as On-call chat' } : { zh: '如 张伟', en: 'Such as Alice' },
          )}
          value={draft.name}
          onChange={(name) => set({ name })}
          error={problems.name ?? fields['name']}
          autoComplete="off"
        />
        {robot ? (
          <RobotFields draft={draft} set={set} user={user} providers={providers} faults={fields} />
        ) : (
          <ContactFields
            draft={draft}
            set={set}
            user={user}
            ready={providers?.ready}
            error={problems.address ?? fields['address']}
          />
        )}
        <RuleFields draft={draft} set={set} problems={problems} faults={fields} />
        {robot === 1 && <TemplateFields draft={draft} set={set} error={fields['template']} />}
      </div>
    </FormDialog>
  )
}
