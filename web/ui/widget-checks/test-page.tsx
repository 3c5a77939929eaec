import '../../styles/main.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { useState, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { Button } from '../buttons/button.tsx'
import { ConfigDialog } from '../dialogs/config-dialog.tsx'
import { ConfirmProvider } from '../dialogs/confirm-dialog.tsx'
import { Dialog, FormDialog } from '../dialogs/dialog.tsx'
import { RevisePopover } from '../popups/revise-popover.tsx'
import { Select } from '../fields/select.tsx'
import { TextField } from '../fields/text-field.tsx'
import { useUnsaved } from '../dialogs/unsaved.ts'

type Name = 'plain' | 'form' | 'config'

const words = (text: string) => ({ zh: text, en: text })
const options = ['auto', '36', '149'].map((label, id) => ({ id, label }))
const none: typeof options = []

/** A nested form. */
function Unsaved({ dirty, children }: { dirty: boolean; children: ReactNode }) {
  useUnsaved(dirty)
  return children
}

function Page() {
  const [open, setOpen] = useState<Name>()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<number>()
  const [kept, setKept] = useState<string[]>([])
  const close = () => (setOpen(undefined), setText(''))
  const keep = (next: string) => (setKept([...kept, next]), Promise.resolve(next !== 'refused'))
  const form = { onClose: close, onSubmit: close, dirty: text !== '' }
  const field = <TextField label={words('field')} value={text} onChange={setText} />
  return (
    <div className="flex flex-col items-start gap-4 p-10">
      {(['plain', 'form', 'config'] as const).map((name) => (
        <Button key={name} onClick={() => setOpen(name)}>
          {name}
        </Button>
      ))}
      <RevisePopover label={words('line')} value="old" onSave={keep} />
      <RevisePopover label={words('lines')} value="" multiline required={false} onSave={keep} />
      <Select name={words('channel')} options={options} value={chosen} onChange={setChosen} filter />
      <Select name={words('empty')} options={none} value={undefined} onChange={setChosen} />
      <Select name={words('coming')} options={none} value={undefined} onChange={setChosen} loading />
      <output data-kept={kept.join('|')} data-chosen={chosen} />
      <Dialog open={open === 'plain'} onClose={close} title={words('plain')}>
        <Unsaved dirty={text !== ''}>{field}</Unsaved>
      </Dialog>
      <FormDialog open={open === 'form'} title={words('form')} {...form}>
        {field}
      </FormDialog>
      <ConfigDialog open={open === 'config'} title={words('config')} of="HQ-router" {...form}>
        {field}
      </ConfigDialog>
    </div>
  )
}

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <CSPProvider disableStyleElements>
      <ConfirmProvider>
        <Page />
      </ConfirmProvider>
    </CSPProvider>,
  )
