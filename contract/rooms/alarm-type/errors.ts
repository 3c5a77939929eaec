import { defineErrors } from '../../kit/define-errors.ts'

export const alarmTypeErrors = defineErrors('alarm-type', {
  unknownType: { code: 12030, zh: '没有这种告警类型', en: 'There is no such type of alarm' },
  outOfBounds: {
    code: 12031,
    zh: '{field} 应在 {least} 与 {most} 之间',
    en: '{field} must be between {least} and {most}',
  },
  onePlace: { code: 12032, zh: '场景与场景分组只能指定一个', en: 'Name a scene or a group of scenes, not both' },
  foreignGroup: { code: 12033, zh: '没有这个场景分组', en: 'There is no such group of scenes' },
})
