import { Download } from 'lucide-react'
import { saveDownload } from '../../../kit/calls/call.ts'
import { say, type Words } from '../../../kit/words/words.ts'
import { CopyButton } from '../../../ui/buttons/copy-button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'

interface SnippetProps {
  text: string
  label?: Words
  /** The snippet can also be saved as a file of this name. */
  file?: string
}

/** Text for a terminal or a file, with a copy button. */
export function Snippet({ text, label, file }: SnippetProps) {
  const save = () => saveDownload({ blob: new Blob([text], { type: 'text/plain' }), name: file ?? '' })
  return (
    <div className="min-w-0">
      {label && <p className="mb-1 text-xs text-faint">{say(label)}</p>}
      <div className="flex items-start gap-2 rounded-md border border-line bg-sunken p-3">
        <code className="min-w-0 flex-1 font-mono text-xs break-all whitespace-pre-wrap select-all">{text}</code>
        {file && (
          <IconButton size="s" icon={Download} label={{ zh: `下载 ${file}`, en: `Download ${file}` }} onClick={save} />
        )}
        <CopyButton text={text} />
      </div>
    </div>
  )
}
