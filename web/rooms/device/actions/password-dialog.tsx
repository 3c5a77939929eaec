import { passwordCalls } from '@belvedere/contract/rooms/change/password.ts'
import { intentErrors } from '@belvedere/contract/rooms/intent/errors.ts'
import { isShellText } from '@belvedere/pure/text/shell-text.ts'
import { useState } from 'react'
import type { BatchOutcome } from '../../../kit/batch/batch-outcome.ts'
import { call } from '../../../kit/calls/call.ts'
import { say, type Words } from '../../../kit/words/words.ts'
import { FormDialog } from '../../../ui/dialogs/dialog.tsx'
import { PasswordField } from '../../../ui/fields/password-field.tsx'
import { nameOf, type ListedDevice } from '../device-table/device.ts'
import { Named } from './named.tsx'
import { showFailure } from '../../task/api.tsx'

interface PasswordDialogProps {
  devices: readonly ListedDevice[]
  onClose: () => void
  onDone: (title: Words, outcome: BatchOutcome, retry: (ids: readonly number[]) => void) => void
}

const shortest = 8
const longest = 32
/** Devices of one change set. */
const most = 1000

const title = { zh: '修改密码', en: 'Change password' }

function faultOf(password: string, count: number): Words | undefined {
  if (count > most) return { zh: `一次最多修改 ${most} 台设备`, en: `At most ${most} devices at a time` }
  if (password.length < shortest) return { zh: '请输入 8 到 32 位密码', en: 'Enter 8 to 32 characters' }
  return isShellText(password) ? undefined : intentErrors.unsafePassword
}

/** Sets the login password of devices; the result of each is shown as the change set proceeds. */
export function PasswordDialog({ devices, onClose, onDone }: PasswordDialogProps) {
  const [password, type] = useState('')
  const [error, setError] = useState<Words>()
  const [pending, setPending] = useState(false)
  const send = async (ids: readonly number[]) => {
    const outcome = await call(passwordCalls.set, { ids: [...ids], password }, { keep: true })
    onDone(title, outcome, (failed) => void send(failed).catch(showFailure))
  }
  const submit = async () => {
    const fault = faultOf(password, devices.length)
    if (fault) return setError(fault)
    setPending(true)
    try {
      await send(devices.map(({ id }) => id))
    } catch (refused) {
      showFailure(refused)
      setPending(false)
    }
  }
  const [only] = devices
  return (
    <FormDialog
      open
      onClose={onClose}
      onSubmit={() => void submit()}
      pending={pending}
      width={480}
      title={
        devices.length === 1 && only
          ? say({ zh: '修改密码 · {name}', en: 'Change password · {name}' }, { name: nameOf(only) })
          : title
      }
    >
      <PasswordField
        required
        autoComplete="new-password"
        maxLength={longest}
        label={{ zh: '新的设备登录密码', en: 'New login password of the devices' }}
        hint={{
          zh: '8 到 32 位字母、数字或 . _ @ % + : , = / -，不能以 - 开头',
          en: '8 to 32 letters, digits or . _ @ % + : , = / -; the first cannot be -',
        }}
        error={error}
        value={password}
        onChange={(text) => (type(text), setError(undefined))}
      />
      <p className="mt-4 text-xs text-soft">
        {say({
          zh: '以变更单下发：先在少数设备上试行，失败时自动恢复原配置。',
          en: 'Sent as a change set: applied to a few devices first and rolled back if it fails.',
        })}
      </p>
      {devices.length > 1 && <Named devices={devices} />}
    </FormDialog>
  )
}
