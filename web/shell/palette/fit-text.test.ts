import { expect, test } from 'vitest'
import { fitText } from './fit-text.ts'

const marked = (text: string, typed: string) => {
  const fit = fitText(text, typed)
  return fit && text.slice(fit.from, fit.to)
}

test.each([
  ['任务日志', '日志', '日志'],
  ['任务日志', 'rwrz', '任务日志'],
  ['任务日志', 'rz', '日志'],
  ['任务日志', 'renwu', '任务'],
  ['任务日志', 'renwrz', '任务日志'],
  ['任务日志', 'ren wu', '任务'],
  ['无线 AP', 'ap', 'AP'],
  ['无线 AP', 'wx', '无线'],
  ['设备管理', 'SBGL', '设备管理'],
  ['设备管理', 'shebei', '设备'],
  ['网络拓扑', 'tuopu', '拓扑'],
  ['前台桌面电脑', 'qiantaizhuomiandian', '前台桌面电'],
  ['北门强电桥架', 'beimenqiangdianqiao', '北门强电桥'],
  ['那拿融绒切', 'nanarongrongqie', '那拿融绒切'],
  ['重启', 'cq', '重启'],
  ['重启', 'zq', '重启'],
  ['Access points', 'POINT', 'point'],
  ['Lobby-AP', 'ap', 'AP'],
])('%s fits %s by %s', (text, typed, part) => expect(marked(text, typed)).toBe(part))

test.each([
  ['任务日志', 'rzrw'],
  ['任务日志', 'log'],
  ['Tasks', 'rw'],
  ['任务日志', ' '],
])('%s does not fit %j', (text, typed) => expect(marked(text, typed)).toBeUndefined())

test('a beginning counts more than a word, that more than a piece, that more than pinyin', () => {
  const ranks = [fitText('AP', 'ap'), fitText('无线 AP', 'ap'), fitText('Map', 'ap'), fitText('安排', 'ap')]
  expect(ranks.map((fit) => fit?.rank)).toEqual([0, 1, 2, 3])
})
