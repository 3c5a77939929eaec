import { defineEnum } from '../../../kit/define-enum.ts'

/** Where an app on a device stands (ids 0 to 14), from its order to its running or its end. */
export const installStatus = defineEnum({
  absent: { id: 0, zh: '未安装', en: 'Not installed', tone: 'disabled' },
  queued: { id: 1, zh: '排队中', en: 'Queued', tone: 'neutral' },
  downloading: { id: 2, zh: '下载中', en: 'Downloading', tone: 'neutral' },
  downloadFailed: { id: 3, zh: '下载失败', en: 'Download failed', tone: 'danger' },
  checking: { id: 4, zh: '校验中', en: 'Checking', tone: 'neutral' },
  checkFailed: { id: 5, zh: '校验失败', en: 'Check failed', tone: 'danger' },
  installing: { id: 6, zh: '安装中', en: 'Installing', tone: 'neutral' },
  installFailed: { id: 7, zh: '安装失败', en: 'Installation failed', tone: 'danger' },
  starting: { id: 8, zh: '启动中', en: 'Starting', tone: 'neutral' },
  startFailed: { id: 9, zh: '启动失败', en: 'Start failed', tone: 'danger' },
  running: { id: 10, zh: '运行中', en: 'Running', tone: 'success' },
  stopped: { id: 11, zh: '已停止', en: 'Stopped', tone: 'disabled' },
  updating: { id: 12, zh: '更新中', en: 'Updating', tone: 'neutral' },
  removing: { id: 13, zh: '卸载中', en: 'Removing', tone: 'neutral' },
  broken: { id: 14, zh: '异常', en: 'Failed', tone: 'danger' },
})

/** What can be done to an app that is installed. */
export const appAction = defineEnum({
  start: { id: 'start', zh: '启动', en: 'Start' },
  stop: { id: 'stop', zh: '停止', en: 'Stop' },
  restart: { id: 'restart', zh: '重启', en: 'Restart' },
})
