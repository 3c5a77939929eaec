import { monitoredCalls } from '@belvedere/contract/rooms/monitor/monitored.ts'
import { mayBeListed } from '@belvedere/pure/network/outbound.ts'
import { useState } from 'react'
import type { AnswerOf } from '../../../kit/calls/call.ts'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { FormDialog } from '../../../ui/dialogs/dialog.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'

const kinds = [
  { id: 'network', zh: '网段或地址', en: 'A network or an address' },
  { id: 'public', zh: '整个公网', en: 'The whole public internet' },
] as const

interface NetworkDialogProps {
  listed: AnswerOf<typeof monitoredCalls.networks>['networks']
  onClose: () => void
}

/** Adds a network that monitoring of every team may reach. */
export function NetworkDialog({ listed, onClose }: NetworkDialogProps) {
  const [kind, setKind] = useState<'network' | 'public'>('network')
  const [typed, setTyped] = useState('')
  const [note, setNote] = useState('')
  const [checked, setChecked] = useState(false)
  const save = useMutateCall(monitoredCalls.allow, { done: { zh: '已添加', en: 'Added' } })
  const network = kind === 'public' ? 'public' : typed.trim().toLowerCase()
  const isWrong = network === '' || !mayBeListed(network)
  const submit = async () => {
    setChecked(true)
    if (isWrong) return
    const rest = listed.filter((one) => one.network !== network)
    if (await save.run({ networks: [...rest, { network, note: note.trim() }] })) onClose()
  }
  return (
    <FormDialog
      open
      onClose={onClose}
      title={{ zh: '添加网段', en: 'Add a network' }}
      width={440}
      onSubmit={submit}
      pending={save.pending}
      dirty={typed !== '' || note !== ''}
      ok={{ zh: '添加', en: 'Add' }}
    >
      <div className="flex flex-col gap-4">
        <Select label={{ zh: '范围', en: 'Range' }} options={kinds} value={kind} onChange={setKind} />
        {kind === 'network' && (
          <TextField
            label={{ zh: '网段', en: 'Network' }}
            hint={{
              zh: '如 10.20.0.0/16、fd00:20::/32 或单个地址',
              en: 'As 10.20.0.0/16, fd00:20::/32, or one address',
            }}
            required
            mono
            maxLength={49}
            autoComplete="off"
            value={typed}
            onChange={setTyped}
            error={
              checked && isWrong
                ? say({
                    zh: '请输入网段，不能是本机、本地链路或组播地址',
                    en: 'Enter a network, neither loopback nor link-local nor multicast',
                  })
                : undefined
            }
          />
        )}
        <TextField
          label={{ zh: '备注', en: 'Note' }}
          maxLength={64}
          autoComplete="off"
          value={note}
          onChange={setNote}
        />
      </div>
    </FormDialog>
  )
}
