import { defineErrors } from '../../kit/define-errors.ts'

export const remoteErrors = defineErrors('remote', {
  tooManyShells: { code: 10312, zh: '同时打开的远程终端过多', en: 'Too many remote shells are open' },
  appRefused: { code: 10363, zh: '设备拒绝了该操作：{reason}', en: 'The device refused: {reason}' },
  tooManyWays: { code: 10364, zh: '同时打开的远程访问过多', en: 'Too many remote sessions are open' },
  noRecording: { code: 10365, zh: '该会话没有录像', en: 'There is no recording of this session' },
  badFilter: {
    code: 11265,
    zh: '过滤条件无效：使用 tcpdump 语法，不能包含选项',
    en: 'The filter is not valid: write it as for tcpdump, without options',
  },
  captureRuns: {
    code: 11266,
    zh: '该设备正在抓包，请稍后再试',
    en: 'A capture is running on this device; try again later',
  },
  tooManyCaptures: {
    code: 11267,
    zh: '最多保留 {most} 个抓包文件，请先删除不需要的',
    en: 'At most {most} captures are kept; delete some first',
  },
  noWayUp: {
    code: 11268,
    zh: '设备无法上传文件：{why}',
    en: 'The device cannot upload the file: {why}',
  },
  noCapture: { code: 11269, zh: '抓包文件不存在或尚未送达', en: 'This capture has no file, or not yet' },
})
