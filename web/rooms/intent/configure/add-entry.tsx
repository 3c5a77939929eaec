import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { KindKey } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'

/** Asks for the name of a new entry of a kind. */
export function AddEntry({
  words,
  is,
  taken,
  onAdd,
}: {
  words: NonNullable<KindKey['add']>
  is: RegExp
  taken: readonly string[]
  onAdd: (key: string) => void
}) {
  const [name, setName] = useState('')
  const [tried, setTried] = useState(false)
  const key = name.trim()
  const fault = taken.includes(key)
    ? { zh: '已存在', en: 'There is one already' }
    : is.test(key)
      ? undefined
      : { zh: '名称不正确', en: 'Not a possible name' }
  const add = () => {
    setTried(true)
    if (fault) return
    onAdd(key)
    setName('')
    setTried(false)
  }
  return (
    <div className="flex items-start gap-2">
      <TextField
        className="w-72 max-sm:flex-1"
        aria-label={say(words.label)}
        placeholder={say(words.hint)}
        value={name}
        error={tried ? fault : undefined}
        onChange={(text) => (setName(text), setTried(false))}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // the surrounding page is a form, too
          event.preventDefault()
          add()
        }}
        autoComplete="off"
      />
      <Button icon={Plus} onClick={add}>
        {say(words.label)}
      </Button>
    </div>
  )
}
