import type { Words } from '@belvedere/contract/kit/text.ts'
import type { Remark } from '@belvedere/drivers/kit/facts.ts'
import type { CommandOutcome } from '../../../devices/send-command.ts'
import { intentsOfRemarks } from '../../intent/api.ts'
import type { ItemLine } from '../store.ts'
import type { EngineRun } from './run.ts'
import { findStandingLines } from './store.ts'

/** Maximum number of lines stored for one device. */
const MOST = 20

const unsaid: Words = {
  zh: '设备只应用了部分配置，未说明是哪些',
  en: 'The device accepted only part of the configuration and did not report which',
}

/** The device's messages about the configuration, each with the intents it concerns; null: none. */
export async function linesOf(
  { at }: EngineRun,
  revision_id: number,
  outcome: CommandOutcome,
): Promise<ItemLine[] | null> {
  if (!('answer' in outcome) || 'unsupported' in outcome.answer) return null
  const { result, data, msg } = outcome.answer
  const remarks = ((data as { rejected?: Remark[] } | undefined)?.rejected ?? []).slice(0, MOST)
  if (remarks.length === 0) return result === 2 ? [{ text: unsaid, said: msg, wishes: [], rejected: 1 }] : null
  const wishes = await intentsOfRemarks(at, revision_id, remarks)
  return remarks.map(({ words, text, level }, n) => ({
    text: words,
    said: text,
    wishes: wishes[n] ?? [],
    // without an intent it was in the device's configuration before
    rejected: level !== 'note' && (wishes[n] ?? []).length > 0 ? 1 : 0,
  }))
}

/** A part is not in effect and was not accepted before: a part that an earlier set kept may remain. */
export async function isNewlyPartial(
  { system }: EngineRun,
  { id, lines }: { id: number; lines: ItemLine[] | null },
): Promise<boolean> {
  const rejected = lines?.filter((line) => line.rejected === 1) ?? []
  if (rejected.length === 0) return false
  const accepted = new Set((await findStandingLines(system.db, id)).map(({ said }) => said))
  return rejected.some(({ said }) => !accepted.has(said))
}
