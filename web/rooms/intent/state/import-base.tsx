import { baseCalls } from '@belvedere/contract/rooms/intent/base.ts'
import { LARGEST_DOCUMENT } from '@belvedere/contract/rooms/intent/enums.ts'
import { FileUp } from 'lucide-react'
import { type ChangeEvent, useRef, useState } from 'react'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { FormDialog } from '../../../ui/dialogs/dialog.tsx'
import { TextArea } from '../../../ui/fields/text-field.tsx'

interface ImportBaseProps {
  device_id: number
  name: string
  onClose: () => void
}

/** Imports the running configuration of a device, as a file or pasted. */
export function ImportBase({ device_id, name, onClose }: ImportBaseProps) {
  const [text, setText] = useState('')
  const [large, setLarge] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const load = useMutateCall(baseCalls.import, { done: { zh: '已导入', en: 'Imported' } })
  const chosen = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    target.value = ''
    if (!file) return
    setLarge(file.size > LARGEST_DOCUMENT)
    if (file.size <= LARGEST_DOCUMENT) setText(await file.text())
  }
  const submit = async () => {
    if (await load.run({ device_id, document: text })) onClose()
  }
  return (
    <FormDialog
      open
      onClose={onClose}
      title={say({ zh: '导入 {name} 的配置', en: 'Import the configuration of {name}' }, { name })}
      ok={{ zh: '导入', en: 'Import' }}
      pending={load.pending}
      dirty={text !== ''}
      onSubmit={() => void submit()}
    >
      <div className="grid gap-3">
        <p className="text-soft">
          {say({
            zh: '请提供设备正在运行的完整配置（JSON），例如从原来的控制器导出。导入不会改变设备；之后的更改以它为基础，首次变更可以撤销到它。',
            en: 'Provide the complete running configuration of the device (JSON), for example exported from its former controller. The import changes nothing on the device. Later changes are based on it, and undoing the first change set restores it.',
          })}
        </p>
        <TextArea
          label={{ zh: '配置', en: 'Configuration' }}
          value={text}
          onChange={setText}
          maxLength={LARGEST_DOCUMENT}
          rows={14}
          mono
          spellCheck={false}
          error={
            large ? say({ zh: '文件过大（最多 512 KB）', en: 'The file is too large (at most 512 KB)' }) : undefined
          }
        />
        <div>
          <Button icon={FileUp} onClick={() => input.current?.click()}>
            {say({ zh: '选择文件', en: 'Choose a file' })}
          </Button>
          <input
            ref={input}
            type="file"
            accept=".json,.cfg,.txt,application/json,text/plain"
            aria-label={say({ zh: '选择配置文件', en: 'Choose a configuration file' })}
            onChange={(event) => void chosen(event)}
            className="hidden"
          />
        </div>
      </div>
    </FormDialog>
  )
}
