import type { Lang, Words } from '@belvedere/contract/kit/text.ts'
import { enrolErrors as errors } from '@belvedere/contract/rooms/enrol/errors.ts'
import { importCalls } from '@belvedere/contract/rooms/enrol/import.ts'
import { thirdKind } from '@belvedere/contract/rooms/device/third/enums.ts'
import { csvOf } from '@belvedere/pure/text/csv.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { defineUndo } from '../../engines/undo/define-undo.ts'
import { refuse } from '../../kernel/refuse.ts'
import { requireRoom } from './claim/claim-device.ts'
import { doImport } from './import/do-import.ts'
import { columns } from './import/read-lines.ts'
import { type Planned, planImport } from './import/plan-import.ts'
import { readList } from './import/read-list.ts'

const template: Words = { zh: '设备导入模板.csv', en: 'devices.csv' }

/** Maximum number of lines in an answer. */
const TOLD = 500

export const calls = implement(importCalls, {
  async take(ctx, { scene_id, test, partial }) {
    const { encoding, ignored, lines } = readList(ctx)
    const planned = await planImport(ctx, lines, scene_id)
    const count = (what: Planned['what']) => planned.filter((one) => one.what === what).length
    const err_cnt = count('wrong')
    if (test !== 1 && err_cnt > 0 && partial !== 1) throw refuse(errors.linesWrong, { n: err_cnt })
    if (test !== 1) await doImport(ctx, planned, scene_id)
    else if (count('ask') > 0) await requireRoom(ctx, request(planned))
    const counts = {
      claim_cnt: count('claim'),
      ask_cnt: count('ask'),
      third_cnt: count('third'),
      here_cnt: count('here'),
    }
    return { total_cnt: planned.length, err_cnt, ...counts, encoding, ignored, lines: toldOf(ctx, planned) }
  },

  async template({ lang }) {
    const heading = Object.values(columns).map((names) => names[lang])
    const body = Buffer.from(csvOf(heading, examplesIn(lang)))
    return { filename: template[lang], mime: 'text/csv; charset=utf-8', body }
  },
})

const request = (planned: readonly Planned[]) => planned.flatMap(({ what, id }) => (what === 'ask' ? [id] : []))

/** Errors first: they need attention. */
function toldOf({ lang }: Ctx, planned: readonly Planned[]) {
  const wrong = planned.filter(({ what }) => what === 'wrong')
  const others = planned.filter(({ what }) => what !== 'wrong')
  return [...wrong, ...others].slice(0, TOLD).map(({ line, what, name, id, scene, reason }) => ({
    line,
    what,
    name,
    id,
    scene,
    reason: reason?.[lang] ?? '',
  }))
}

/** One managed device, two third-party ones. */
const lobby: Words = { zh: '大堂 AP', en: 'Lobby AP' }
const gate: Words = { zh: '北门摄像机', en: 'North gate' }
const core: Words = { zh: '核心交换机', en: 'Core switch' }

function examplesIn(lang: Lang): string[][] {
  const { values, id } = thirdKind
  const kind = (wanted: string) => values.find((one) => one.id === wanted)?.[lang] ?? ''
  return [
    [lobby[lang], '5C:E9:1E:10:30:01', '', '', '', '', '', '', '', '', '', ''],
    [gate[lang], '', '', '', kind(id.camera), '192.168.1.64', '44-19-B6-00-11-22', 'Ping', '', '60', '', ''],
    [core[lang], '', '', '', kind(id.switch), '192.168.1.2', '', 'SNMP', '161', '60', 'public', ''],
  ]
}

const many = {
  zh: '请在设备列表中选择导入的设备并删除',
  en: 'Choose the imported devices in the list and remove them',
  to: '/global/device',
}

export const undo = defineUndo(importCalls, { take: many })
