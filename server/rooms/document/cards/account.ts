import { defineCards } from '../define-cards.ts'

export const account = defineCards([
  {
    title: { zh: '密码要求', en: 'Passwords' },
    text: {
      zh: '8 到 32 位，至少包含字母、数字、符号（~!@#$%^&*()_=+-）中的两种。修改密码后，其他设备上的登录会立即失效。',
      en: '8 to 32 characters of at least two kinds: letters, digits and the symbols ~!@#$%^&*()_=+-. A new password ends your sessions on all other devices.',
    },
    path: '/account/safe',
  },
  {
    title: { zh: '两步验证', en: 'The second step' },
    text: {
      zh: '绑定身份验证器后，登录时除密码外还需动态验证码。绑定时会给出恢复码，请离线保存：手机丢失时，每个恢复码可代替一次验证码。',
      en: 'With an authenticator app bound, signing in requires a one-time code in addition to the password. Keep the recovery codes offline: without the phone, each replaces one code.',
    },
    path: '/account/safe',
  },
  {
    title: { zh: '忘记密码', en: 'A forgotten password' },
    text: {
      zh: '绑定过手机或邮箱的账号，可在登录页点击“忘记密码”自行找回；否则请让团队的所有者或管理员为您设置新密码。',
      en: 'With a phone or e-mail bound, use Forgot password on the sign-in page. Otherwise an owner or administrator of your team can set a new one.',
    },
    path: '/account/safe',
  },
  {
    title: { zh: '收不到验证码', en: 'The code does not come' },
    text: {
      zh: '如果平台没有配置短信或邮件服务，验证码不会发出，只会出现在服务器日志和平台管理员的发件箱中，请联系平台管理员。',
      en: 'Without an SMS or mail service, codes are written only to the server log and the outbox of its administrators; ask an administrator.',
    },
  },
  {
    title: { zh: '扫码登录', en: 'Signing in by QR code' },
    text: {
      zh: '在电脑的登录页选择“扫码登录”，用已登录的手机相机扫描，核对浏览器与地址后确认。不是您本人操作时请拒绝。',
      en: 'Choose QR code on the sign-in page of the computer, scan it with the camera of a phone that is signed in, look at browser and address, and confirm. Refuse when it is not you.',
    },
  },
  {
    title: { zh: '会话与 API 令牌', en: 'Sessions and API tokens' },
    text: {
      zh: '“账户安全”列出所有已登录的设备，可逐个下线。API 令牌供脚本使用，只显示一次，权限不会高于您本人；不再使用时请删除。',
      en: 'Security lists every device you are signed in on; end any of them there. API tokens are for scripts: shown once, never stronger than you are; remove those that are not used.',
    },
    path: '/account/safe',
  },
])
