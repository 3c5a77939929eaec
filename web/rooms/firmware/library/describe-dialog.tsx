import { firmwareCalls } from '@belvedere/contract/rooms/firmware/firmware.ts'
import { useState } from 'react'
import { useMutateCall } from '../../../kit/calls/query.ts'
import type { Words } from '../../../kit/words/words.ts'
import { FormDialog } from '../../../ui/dialogs/dialog.tsx'
import { DescribeFields } from './describe-fields.tsx'
import { draftOf, gapsOf, inputOf } from './draft.ts'
import type { Image } from './image.ts'

interface DescribeDialogProps {
  image: Image
  onClose: () => void
  title?: Words
}

/** Models, version and notes of an image; `title` for an image that was just uploaded. */
export function DescribeDialog({ image, onClose, title }: DescribeDialogProps) {
  const [draft, setDraft] = useState(() => draftOf(image))
  const [tried, setTried] = useState(false)
  const { run, pending, fields } = useMutateCall(firmwareCalls.change, { done: { zh: '已保存', en: 'Saved' } })
  const gaps = gapsOf(draft)
  const submit = async () => {
    setTried(true)
    if (Object.keys(gaps).length === 0 && (await run(inputOf(image, draft)))) onClose()
  }
  return (
    <FormDialog
      open
      title={title ?? { zh: '编辑固件信息', en: 'Edit firmware' }}
      ok={{ zh: '保存', en: 'Save' }}
      pending={pending}
      dirty={JSON.stringify(draft) !== JSON.stringify(draftOf(image))}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <DescribeFields
        draft={draft}
        onChange={(part) => setDraft((was) => ({ ...was, ...part }))}
        errors={{ ...fields, ...(tried ? gaps : {}) }}
      />
    </FormDialog>
  )
}
