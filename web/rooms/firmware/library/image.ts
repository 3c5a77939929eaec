import type { firmwareCalls } from '@belvedere/contract/rooms/firmware/firmware.ts'
import { flowText } from '@belvedere/pure/text/flow.ts'
import type { RowOf } from '../../../kit/list/call-table.tsx'
import { lang } from '../../../kit/words/words.ts'

export type Image = RowOf<typeof firmwareCalls.list>

export const nameOf = ({ version, filename }: Image) => version || filename

/** The notes in the user's language, else in the other. */
export const notesOf = ({ notes_zh, notes_en }: Image) => (lang === 'zh' ? notes_zh || notes_en : notes_en || notes_zh)

export const modelsText = ({ models }: Image) => models.join(lang === 'zh' ? '、' : ', ')

export const sizeText = ({ bytes }: Image) => flowText(bytes)
