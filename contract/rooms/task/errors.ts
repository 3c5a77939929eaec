import { defineErrors } from '../../kit/define-errors.ts'

export const taskErrors = defineErrors('task', {
  notRepeatable: { code: 10410, zh: '该任务不能重试，请重新操作', en: 'This task cannot be repeated; start a new one' },
  nothingFailed: { code: 10411, zh: '没有失败的设备', en: 'No device failed' },
  begun: { code: 11321, zh: '命令已下发，无法撤回', en: 'The command was already sent and cannot be cancelled' },
  nothingWaits: {
    code: 10412,
    zh: '没有可取消的设备：已下发的命令无法撤回',
    en: 'Nothing can be cancelled: all commands were already sent',
  },
})
