import type { In } from '@belvedere/contract/kit/define-calls.ts'
import type { firmwareCalls } from '@belvedere/contract/rooms/firmware/firmware.ts'
import type { Words } from '../../../kit/words/words.ts'
import type { Image } from './image.ts'

/** Fields of an image as typed. */
export interface ImageDraft {
  vendor: string
  /** One per line. */
  models: string
  version: string
  min_version: string
  channel: Image['channel']
  notes_zh: string
  notes_en: string
}

export const draftOf = ({ models, ...image }: Image): ImageDraft => ({
  vendor: image.vendor,
  models: models.join('\n'),
  version: image.version,
  min_version: image.min_version,
  channel: image.channel,
  notes_zh: image.notes_zh,
  notes_en: image.notes_en,
})

export const modelsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\n,，、;；]/)
      .map((one) => one.trim())
      .filter(Boolean),
  ),
]

export const inputOf = (image: Image, draft: ImageDraft): In<typeof firmwareCalls.change> => ({
  ...draft,
  id: image.id,
  rev: image.rev,
  models: modelsIn(draft.models),
  version: draft.version.trim(),
  min_version: draft.min_version.trim(),
})

/** Errors by field. */
export function gapsOf(draft: ImageDraft): Partial<Record<'models' | 'version', Words>> {
  return {
    ...(modelsIn(draft.models).length === 0
      ? { models: { zh: '请填写适用型号', en: 'Enter the models it supports' } }
      : {}),
    ...(draft.version.trim() === '' ? { version: { zh: '请填写版本', en: 'Enter its version' } } : {}),
  }
}
