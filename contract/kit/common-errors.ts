import { defineErrors } from './define-errors.ts'

/** Refusals that any call can answer; made by the pipeline. */
export const commonErrors = defineErrors('common', {
  badInput: { code: 10001, zh: '输入有误', en: 'The input is not valid' },
  notFound: { code: 10002, zh: '对象不存在或已被删除', en: 'It does not exist or was removed' },
  unknownCall: { code: 10003, zh: '没有这个接口', en: 'There is no such call' },
  tooLarge: { code: 10004, zh: '提交的内容过大', en: 'The request is too large' },
  tooMany: {
    code: 10005,
    zh: '操作过于频繁，请 {seconds} 秒后再试',
    en: 'Too many requests; try again in {seconds} s',
  },
  internal: { code: 10006, zh: '服务器内部错误，编号 {request}', en: 'Internal error, reference {request}' },
  unavailable: { code: 10007, zh: '服务暂不可用，请稍后再试', en: 'The service is not available at the moment' },
  changedMeanwhile: {
    code: 10008,
    zh: '内容已被 {by} 修改，请刷新后重试',
    en: '{by} has changed it; reload and try again',
  },
  noFiles: { code: 10011, zh: '该接口不接收文件', en: 'This call takes no files' },
  tooManyAtOnce: {
    code: 10012,
    zh: '同时提交的请求过多，请稍后再试',
    en: 'Too many requests at the same time; try again in a moment',
  },
  authFailed: {
    code: 10021,
    zh: '登录已失效，请重新登录',
    en: 'Your session is no longer valid; please sign in again',
  },
  noPermission: { code: 10022, zh: '没有权限：{permission}', en: 'You lack the permission {permission}' },
  foreignScene: { code: 10023, zh: '场景不存在或无权访问', en: 'The scene does not exist or is not yours' },
  sceneReadOnly: { code: 10024, zh: '该场景为只读，不能修改', en: 'This scene is read-only' },
  ownerOnly: {
    code: 10025,
    zh: '该场景由其他团队共享：只有场景的所属团队可以执行此操作',
    en: 'This scene is only shared with you: only the team that owns it can do that',
  },
})
