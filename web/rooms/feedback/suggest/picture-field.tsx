import { ImagePlus, X } from 'lucide-react'
import { useEffect, useId, useMemo, useRef, useState, type DragEvent } from 'react'
import { say } from '../../../kit/words/words.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { acceptPictures, most, mostMb, types } from './accept-pictures.ts'

interface PictureFieldProps {
  files: readonly File[]
  onChange: (files: readonly File[]) => void
}

/** Adds pictures by selection, drop or paste; the server checks them again. */
export function PictureField({ files, onChange }: PictureFieldProps) {
  const chooser = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const id = useId()
  const add = (offered: Iterable<File>) => {
    const { accepted, refused } = acceptPictures(files, [...offered])
    if (accepted.length > files.length) onChange(accepted)
    if (refused) toast.warning(refused)
  }
  usePasted(add)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    add(event.dataTransfer.files)
  }
  return (
    <div
      role="group"
      aria-labelledby={id}
      onDragOver={(event) => (event.preventDefault(), setOver(true))}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <p id={id} className="mb-1 text-xs font-medium text-soft">
        {say({ zh: '图片', en: 'Pictures' })}
      </p>
      <div
        className={`flex flex-wrap gap-2.5 rounded-lg ${over ? 'outline-2 outline-accent-text outline-dashed' : ''}`}
      >
        {files.map((file) => (
          <Preview
            key={file.name + file.lastModified}
            file={file}
            onRemove={() => onChange(files.filter((one) => one !== file))}
          />
        ))}
        {files.length < most && (
          <button
            type="button"
            onClick={() => chooser.current?.click()}
            className="flex size-24 flex-col items-center justify-center gap-1 rounded-lg border border-dashed border-control text-xs text-soft hover:bg-hover hover:text-ink"
          >
            <ImagePlus size={20} strokeWidth={1.6} aria-hidden="true" />
            {say({ zh: '添加图片', en: 'Add picture' })}
          </button>
        )}
      </div>
      <p className="mt-1 text-xs text-faint">
        {say(
          {
            zh: '选填，最多 {most} 张，单张不超过 {mb} MB；可拖入或粘贴截图',
            en: 'Optional, at most {most}, {mb} MB each; drop them here or paste a screenshot',
          },
          { most, mb: mostMb },
        )}
      </p>
      <input
        ref={chooser}
        type="file"
        multiple
        accept={types.join()}
        aria-label={say({ zh: '选择图片', en: 'Choose pictures' })}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => (add(target.files ?? []), (target.value = ''))}
      />
    </div>
  )
}

function Preview({ file, onRemove }: { file: File; onRemove: () => void }) {
  const url = useMemo(() => URL.createObjectURL(file), [file])
  useEffect(() => () => URL.revokeObjectURL(url), [url])
  return (
    <div className="relative size-24 overflow-hidden rounded-lg border border-line bg-sunken">
      <img src={url} alt={file.name} className="size-full object-cover" />
      <IconButton
        icon={X}
        size="s"
        label={say({ zh: '移除 {name}', en: 'Remove {name}' }, { name: file.name })}
        className="absolute top-1 right-1 bg-raised shadow-card"
        onClick={onRemove}
      />
    </div>
  )
}

/** Screenshots are pasted from the clipboard anywhere on the page. */
function usePasted(add: (files: Iterable<File>) => void): void {
  const desired = useRef(add)
  desired.current = add
  useEffect(() => {
    const onPaste = ({ clipboardData }: ClipboardEvent) => {
      if (clipboardData?.files.length) desired.current(clipboardData.files)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
}
