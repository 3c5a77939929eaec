import { defineErrors } from '../../kit/define-errors.ts'

export const accountErrors = defineErrors('account', {
  wrongPassword: { code: 10101, zh: '账号或密码错误', en: 'Wrong account or password' },
  locked: {
    code: 10105,
    zh: '登录失败次数过多，请 {seconds} 秒后再试',
    en: 'Too many failed sign-ins; try again in {seconds} s',
  },
  weakPassword: {
    code: 10106,
    zh: '密码须为 8 到 32 位，且至少包含字母、数字、符号中的两种',
    en: 'A password has 8 to 32 characters of at least two kinds: letters, digits, symbols',
  },
  wrongOldPassword: { code: 10107, zh: '密码错误', en: 'The password is wrong' },
  accountTaken: { code: 10108, zh: '账号已被使用', en: 'The account name is taken' },
  roleAbove: { code: 10109, zh: '不能管理角色高于自己的成员', en: 'You cannot manage a role above your own' },
  lastOwner: { code: 10110, zh: '团队至少要有一名所有者', en: 'A team needs at least one owner' },
  lastAdmin: { code: 10111, zh: '至少要有一名平台管理员', en: 'The installation needs at least one administrator' },
  notYourself: { code: 10112, zh: '不能对自己执行此操作', en: 'You cannot do that to yourself' },
  adminOnly: {
    code: 10113,
    zh: '只有平台管理员可以执行此操作',
    en: 'Only administrators of the installation can do that',
  },
  codeWrong: {
    code: 10114,
    zh: '验证码错误或已失效',
    en: 'The code is wrong or no longer valid',
  },
  codeTooSoon: {
    code: 10115,
    zh: '验证码已发送，请 {seconds} 秒后再重新获取',
    en: 'A code was already sent; request another in {seconds} s',
  },
  codeTooMany: {
    code: 10116,
    zh: '获取验证码次数过多，请 {minutes} 分钟后再试',
    en: 'Too many codes were requested; try again in {minutes} min',
  },
  registrationClosed: {
    code: 10119,
    zh: '本平台未开放注册，请联系管理员添加账号',
    en: 'Registration is closed here; ask an administrator for an account',
  },
  verifyNeeded: { code: 10130, zh: '请完成第二步验证', en: 'Please complete the second step' },
  ticketOver: { code: 10132, zh: '验证已超时，请重新登录', en: 'The second step took too long; please sign in again' },
  proofNeeded: { code: 10133, zh: '请先验证身份', en: 'Please confirm that it is you' },
  consoleOnly: {
    code: 10134,
    zh: 'API 令牌不能执行此操作，请在控制台中操作',
    en: 'An API token cannot do that; use the console',
  },
  otpBound: { code: 10135, zh: '已绑定身份验证器', en: 'An authenticator app is bound already' },
  otpNotBound: { code: 10136, zh: '尚未绑定身份验证器', en: 'No authenticator app is bound' },
  otpBeginAgain: { code: 10137, zh: '绑定已超时，请重新开始', en: 'Binding took too long; please begin again' },
  qrOver: {
    code: 10138,
    zh: '二维码已失效，请刷新后重新扫描',
    en: 'The QR code is over; show a new one and scan again',
  },
  tooManyTokens: { code: 10139, zh: '最多可创建 {most} 个 API 令牌', en: 'An account has at most {most} API tokens' },
  tokenName: { code: 10140, zh: '已有同名的 API 令牌', en: 'There is an API token of that name' },
  tokenRole: { code: 10141, zh: '令牌的角色不能高于自己', en: 'A token cannot have a role above your own' },
  handOver: {
    code: 10142,
    zh: '请先将所有者角色移交给其他成员，再注销账号',
    en: 'Make another member an owner before you close the account',
  },
  notAPicture: {
    code: 10143,
    zh: '请选择 5 MB 以内的 PNG、JPEG 或 WebP 图片',
    en: 'Please choose a PNG, JPEG or WebP picture of at most 5 MB',
  },
  wayNotBound: {
    code: 10144,
    zh: '请先绑定手机或邮箱',
    en: 'Bind a phone or an e-mail address first',
  },
  contactTaken: {
    code: 10145,
    zh: '该手机号或邮箱已被其他账号绑定',
    en: 'Another account has that phone number or address',
  },
  tokenNotSensitive: {
    code: 10146,
    zh: '该 API 令牌不能执行敏感操作，请创建允许敏感操作的令牌',
    en: 'This API token may not do sensitive actions; create one that may',
  },
  quotaReached: {
    code: 10170,
    zh: '已达到团队配额“{zh}”：已用 {used}，上限 {most}',
    en: 'The team has reached its quota of {en}: {used} of {most}',
  },
  notConfirmed: {
    code: 10172,
    zh: '{address} 未经确认：请添加为告警联系人并完成验证，或由团队成员绑定该邮箱',
    en: '{address} is not verified. Add it as an alarm contact and verify it, or let a member bind it to an account',
  },
  unknownQuota: { code: 10171, zh: '配额项“{key}”不存在', en: 'There is no quota “{key}”' },
  viewName: { code: 10180, zh: '该列表已有同名视图', en: 'This list has a view of that name' },
  tooManyViews: { code: 10181, zh: '最多可保存 {most} 个视图', en: 'An account has at most {most} saved views' },
})
