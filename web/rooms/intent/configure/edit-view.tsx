import type { Edit } from '@belvedere/contract/rooms/intent/shapes.ts'
import { fieldsText, isOpenWifi } from './edit-text.ts'
import { OpenWifiNote } from './open-wifi-note.tsx'

/** The content of an edit in the words of the forms, with warnings. */
export function EditText({ edit }: { edit: Pick<Edit, 'level' | 'kind' | 'key' | 'set'> }) {
  return (
    <>
      <p className="text-xs break-words text-soft">{fieldsText(edit)}</p>
      {isOpenWifi(edit) && <OpenWifiNote />}
    </>
  )
}
