import { defineErrors } from '../../kit/define-errors.ts'

export const backupErrors = defineErrors('backup', {
  noBackup: { code: 10315, zh: '备份不存在', en: 'The backup does not exist' },
  damagedBackup: { code: 10340, zh: '备份内容已损坏或无法读取', en: 'The backup is damaged or cannot be read' },
  notComparable: {
    code: 10341,
    zh: '归档与配置文档之间无法比较',
    en: 'An archive and a document cannot be compared',
  },
  runningArchive: {
    code: 10342,
    zh: '该设备以归档备份：请先立即备份，再与新备份比较',
    en: 'This device is backed up as an archive: back it up now and compare with that',
  },
  firstBackup: {
    code: 10343,
    zh: '这是第一个备份，没有可比较的对象',
    en: 'This is the first backup; there is none before it',
  },
})
