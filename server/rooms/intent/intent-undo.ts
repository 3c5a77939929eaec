import { driftCalls } from '@belvedere/contract/rooms/intent/drift.ts'
import { intentCalls } from '@belvedere/contract/rooms/intent/intent.ts'
import { defineUndo } from '../../kernel/undo.ts'

const bySet = { zh: '期望配置请通过变更单改回', en: 'What is wanted goes back by a change set', to: '/config/change' }
const rules = { zh: '请在设备的配置偏差中改回', en: 'Change it back where the drift of the device is shown' }
const looked = { zh: '读取不改变设备', en: 'Reading changes nothing on the device' }

export const ofDrift = defineUndo(driftCalls, { adopt: bySet, ignore: rules, heed: rules })
export const ofIntents = defineUndo(intentCalls, { read: looked })
