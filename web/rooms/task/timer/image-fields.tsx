import { firmwareCalls } from '@belvedere/contract/rooms/firmware/firmware.ts'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { useMay } from '../../../kit/session/session.ts'
import type { Words } from '../../../kit/words/words.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { TimerDraft } from './timer-draft.ts'

/** Value for an image outside of the library. */
const other = { id: 0, zh: '其他地址，或 Linux 代理自带版本', en: 'Another address, or what Linux agents get' }

/** Image of an upgrade, as input of the call. */
export function imageOf({ firmware_id, uri, sha256 }: TimerDraft) {
  if (firmware_id) return { firmware_id }
  return { ...(uri ? { uri } : {}), ...(sha256 ? { sha256 } : {}) }
}

interface ImageFieldsProps {
  draft: TimerDraft
  set: (part: Partial<TimerDraft>) => void
  problem: string | Words | undefined
}

/**
 * An image of the library, or an address; without both, hosts with the agent get the version included in this server.
 */
export function ImageFields({ draft, set, problem }: ImageFieldsProps) {
  const may = useMay()('firmware.read')
  const { data, isPending } = useQueryCall(firmwareCalls.list, { ready: 1, limit: 500 }, { enabled: may })
  const images = (data?.list ?? []).map(({ id, vendor, version, models }) => ({
    id,
    label: [vendor, models.slice(0, 2).join(', '), version].filter(Boolean).join(' · '),
  }))
  return (
    <div className="mt-4 grid gap-4">
      <Select
        filter
        label={{ zh: '固件', en: 'Firmware' }}
        loading={may && isPending}
        options={[other, ...images]}
        value={draft.firmware_id}
        onChange={(firmware_id) => set({ firmware_id })}
      />
      {draft.firmware_id === 0 && (
        <>
          <TextField
            label={{ zh: '升级包地址', en: 'Address of the package' }}
            hint={{
              zh: '留空：Linux 代理升级到本平台自带的版本',
              en: 'Empty: Linux agents get the one this server ships',
            }}
            value={draft.uri}
            onChange={(uri) => set({ uri: uri.trim() })}
            error={problem}
            maxLength={1024}
            autoComplete="off"
          />
          <TextField
            mono
            label="SHA-256"
            value={draft.sha256}
            onChange={(sha256) => set({ sha256: sha256.trim() })}
            maxLength={64}
            autoComplete="off"
          />
        </>
      )}
    </div>
  )
}
