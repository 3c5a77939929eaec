import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Lang, Words } from '@belvedere/contract/kit/text.ts'
import { titleOf } from '@belvedere/contract/rooms/alarm-type/titles.ts'
import { isCode } from '../../kernel/discovery/find-exports.ts'
import { type AlarmType, isAlarmType, type AlarmParams } from './define-alarm-type.ts'

const folder = join(import.meta.dirname, 'definitions')

/** Every type of `definitions/`, by id. */
export const catalogue: ReadonlyMap<string, AlarmType> = new Map((await listTypes()).map((type) => [type.id, type]))

async function listTypes(): Promise<AlarmType[]> {
  const files = (await readdir(folder, { recursive: true })).filter((path) => isCode(basename(path)))
  const types = (await Promise.all(files.map(typesIn))).flat()
  return types.sort((a, b) => a.id.localeCompare(b.id))
}

async function typesIn(file: string): Promise<AlarmType[]> {
  return Object.values((await import(join(folder, file))) as object).filter(isAlarmType)
}

interface StoredAlarmText {
  type: string
  key: string
  params: Record<string, unknown>
}

/** Title and text of a stored alarm; of a type that no longer exists, its id. */
export function phraseOf({ type, key, params }: StoredAlarmText): { title: Words; text: Words } {
  const known = catalogue.get(type)
  return {
    title: titleOf(type),
    text: known?.text(params as AlarmParams, key) ?? { zh: key, en: key },
  }
}

/** The same in one language. */
export function wordsOf(kept: StoredAlarmText, lang: Lang): { title: string; text: string } {
  const { title, text } = phraseOf(kept)
  return { title: title[lang], text: text[lang] }
}
