import { expect, test } from 'vitest'
import { refusalText } from './refusal.ts'

// Without a document, the page's language is Chinese.
test.each([
  ['输入有误', { detail: '名称：必填' }, '输入有误，名称：必填'],
  ['', { detail: 'x' }, 'x'],
  ['失败', { fields: {} }, '失败'],
  ['', { msg: '内部' }, '内部'],
  ['失败', { msg: '内部' }, '失败，内部'],
  ['失败', { detail: '端口被占用', msg: '内部' }, '失败，端口被占用'],
  ['失败', '端口被占用', '失败，端口被占用'],
  ['失败', 3, '失败，3'],
  ['', '只有文字', '只有文字'],
  ['失败', null, '失败'],
])('msg %j and data %j', (msg, data, text) => {
  expect(refusalText(msg, data)).toBe(text)
})
